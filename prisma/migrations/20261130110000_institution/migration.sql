-- CreateEnum
CREATE TYPE "vouch_state" AS ENUM ('active', 'returned', 'forfeited', 'restored');

-- CreateEnum
CREATE TYPE "appeal_decision" AS ENUM ('restored', 'denied');

-- CreateEnum
CREATE TYPE "precedent_cause" AS ENUM ('privacy', 'correction');

-- CreateEnum
CREATE TYPE "challenge_state" AS ENUM ('open', 'published', 'idle');

-- CreateEnum
CREATE TYPE "challenge_reason" AS ENUM ('no_claim', 'missed', 'paused', 'claim_gone');

-- CreateEnum
CREATE TYPE "thread_visibility" AS ENUM ('public', 'restricted');

-- AlterEnum
-- This migration adds more than one value to an enum.
-- With PostgreSQL versions 11 and earlier, this is not possible
-- in a single migration. This can be worked around by creating
-- multiple migrations, each migration adding only one value to
-- the enum.


ALTER TYPE "ledger_kind" ADD VALUE 'contribution_boost';
ALTER TYPE "ledger_kind" ADD VALUE 'vouch_stake';
ALTER TYPE "ledger_kind" ADD VALUE 'vouch_returned';
ALTER TYPE "ledger_kind" ADD VALUE 'vouch_restored';

-- AlterTable
ALTER TABLE "claim" ADD COLUMN     "observation_id" TEXT;

-- AlterTable
ALTER TABLE "ledger_entry" ADD COLUMN     "boost_id" BIGINT,
ADD COLUMN     "vouch_id" TEXT;

-- CreateTable
CREATE TABLE "observation" (
    "id" TEXT NOT NULL,
    "ordinal" BIGINT,
    "author_id" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "withdrawn_at" TIMESTAMPTZ(3),
    "hidden_at" TIMESTAMPTZ(3),
    "changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "observation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "boost" (
    "id" BIGSERIAL NOT NULL,
    "member_id" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "boost_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "vouch" (
    "id" TEXT NOT NULL,
    "seq" BIGINT NOT NULL,
    "voucher_id" TEXT NOT NULL,
    "newcomer_id" TEXT NOT NULL,
    "stake" INTEGER NOT NULL,
    "state" "vouch_state" NOT NULL DEFAULT 'active',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "forfeiter_id" TEXT,
    "forfeit_reason" TEXT,

    CONSTRAINT "vouch_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "appeal" (
    "id" TEXT NOT NULL,
    "seq" BIGINT NOT NULL,
    "vouch_id" TEXT NOT NULL,
    "appellant_id" TEXT NOT NULL,
    "grounds" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "decision" "appeal_decision",
    "reason" TEXT,
    "decider_id" TEXT,
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "appeal_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "precedent" (
    "id" TEXT NOT NULL,
    "ordinal" BIGINT,
    "situation" TEXT NOT NULL,
    "decision" TEXT NOT NULL,
    "reasons" TEXT NOT NULL,
    "rule_ids" TEXT[],
    "published_at" TIMESTAMPTZ(3) NOT NULL,
    "publisher_id" TEXT NOT NULL,
    "source_case_reference" TEXT NOT NULL,
    "withdrawn_at" TIMESTAMPTZ(3),
    "cause" "precedent_cause",
    "changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "precedent_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "census_snapshot" (
    "taken_at" TIMESTAMPTZ(3) NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "counts" JSONB NOT NULL,
    "rates" JSONB NOT NULL,

    CONSTRAINT "census_snapshot_pkey" PRIMARY KEY ("taken_at")
);

-- CreateTable
CREATE TABLE "weekly_challenge" (
    "id" TEXT NOT NULL,
    "ordinal" BIGINT,
    "week" TEXT NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "state" "challenge_state" NOT NULL,
    "reason" "challenge_reason",
    "claim_id" TEXT,
    "selected_at" TIMESTAMPTZ(3),
    "submitted" INTEGER,
    "accepted" INTEGER,
    "supports" INTEGER,
    "challenges" INTEGER,
    "unresolved" INTEGER,
    "published_at" TIMESTAMPTZ(3),
    "changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "weekly_challenge_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "thread" (
    "id" TEXT NOT NULL,
    "seq" BIGINT NOT NULL,
    "ordinal" BIGINT,
    "author_id" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "visibility" "thread_visibility" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "withdrawn_at" TIMESTAMPTZ(3),
    "hidden_at" TIMESTAMPTZ(3),

    CONSTRAINT "thread_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "thread_member" (
    "thread_id" TEXT NOT NULL,
    "member_id" TEXT NOT NULL,

    CONSTRAINT "thread_member_pkey" PRIMARY KEY ("thread_id","member_id")
);

-- CreateTable
CREATE TABLE "post" (
    "id" TEXT NOT NULL,
    "seq" BIGINT NOT NULL,
    "ordinal" BIGINT,
    "thread_id" TEXT NOT NULL,
    "author_id" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "withdrawn_at" TIMESTAMPTZ(3),
    "hidden_at" TIMESTAMPTZ(3),

    CONSTRAINT "post_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "observation_ordinal_key" ON "observation"("ordinal");

-- CreateIndex
CREATE INDEX "observation_author_id_ordinal_idx" ON "observation"("author_id", "ordinal");

-- CreateIndex
CREATE INDEX "boost_member_id_expires_at_idx" ON "boost"("member_id", "expires_at");

-- CreateIndex
CREATE INDEX "boost_expires_at_idx" ON "boost"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "vouch_seq_key" ON "vouch"("seq");

-- CreateIndex
CREATE INDEX "vouch_voucher_id_seq_idx" ON "vouch"("voucher_id", "seq");

-- CreateIndex
CREATE INDEX "vouch_newcomer_id_seq_idx" ON "vouch"("newcomer_id", "seq");

-- CreateIndex
CREATE UNIQUE INDEX "appeal_seq_key" ON "appeal"("seq");

-- CreateIndex
CREATE UNIQUE INDEX "appeal_vouch_id_key" ON "appeal"("vouch_id");

-- CreateIndex
CREATE INDEX "appeal_appellant_id_seq_idx" ON "appeal"("appellant_id", "seq");

-- CreateIndex
CREATE UNIQUE INDEX "precedent_ordinal_key" ON "precedent"("ordinal");

-- CreateIndex
CREATE UNIQUE INDEX "census_snapshot_hour_key" ON "census_snapshot"("hour");

-- CreateIndex
CREATE UNIQUE INDEX "weekly_challenge_ordinal_key" ON "weekly_challenge"("ordinal");

-- CreateIndex
CREATE UNIQUE INDEX "weekly_challenge_week_key" ON "weekly_challenge"("week");

-- CreateIndex
CREATE UNIQUE INDEX "weekly_challenge_starts_at_key" ON "weekly_challenge"("starts_at");

-- CreateIndex
CREATE UNIQUE INDEX "weekly_challenge_claim_id_key" ON "weekly_challenge"("claim_id");

-- CreateIndex
CREATE UNIQUE INDEX "thread_seq_key" ON "thread"("seq");

-- CreateIndex
CREATE UNIQUE INDEX "thread_ordinal_key" ON "thread"("ordinal");

-- CreateIndex
CREATE INDEX "thread_author_id_seq_idx" ON "thread"("author_id", "seq");

-- CreateIndex
CREATE INDEX "thread_member_member_id_idx" ON "thread_member"("member_id");

-- CreateIndex
CREATE UNIQUE INDEX "post_seq_key" ON "post"("seq");

-- CreateIndex
CREATE UNIQUE INDEX "post_ordinal_key" ON "post"("ordinal");

-- CreateIndex
CREATE INDEX "post_thread_id_seq_idx" ON "post"("thread_id", "seq");

-- CreateIndex
CREATE INDEX "post_author_id_seq_idx" ON "post"("author_id", "seq");

-- CreateIndex
CREATE UNIQUE INDEX "claim_observation_id_key" ON "claim"("observation_id");

-- AddForeignKey
ALTER TABLE "claim" ADD CONSTRAINT "claim_observation_id_fkey" FOREIGN KEY ("observation_id") REFERENCES "observation"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_boost_id_fkey" FOREIGN KEY ("boost_id") REFERENCES "boost"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_vouch_id_fkey" FOREIGN KEY ("vouch_id") REFERENCES "vouch"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "observation" ADD CONSTRAINT "observation_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "member"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "boost" ADD CONSTRAINT "boost_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "vouch" ADD CONSTRAINT "vouch_voucher_id_fkey" FOREIGN KEY ("voucher_id") REFERENCES "member"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "vouch" ADD CONSTRAINT "vouch_newcomer_id_fkey" FOREIGN KEY ("newcomer_id") REFERENCES "member"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "vouch" ADD CONSTRAINT "vouch_forfeiter_id_fkey" FOREIGN KEY ("forfeiter_id") REFERENCES "member"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "appeal" ADD CONSTRAINT "appeal_vouch_id_fkey" FOREIGN KEY ("vouch_id") REFERENCES "vouch"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "appeal" ADD CONSTRAINT "appeal_appellant_id_fkey" FOREIGN KEY ("appellant_id") REFERENCES "member"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "appeal" ADD CONSTRAINT "appeal_decider_id_fkey" FOREIGN KEY ("decider_id") REFERENCES "member"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "precedent" ADD CONSTRAINT "precedent_publisher_id_fkey" FOREIGN KEY ("publisher_id") REFERENCES "member"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "weekly_challenge" ADD CONSTRAINT "weekly_challenge_claim_id_fkey" FOREIGN KEY ("claim_id") REFERENCES "claim"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "thread" ADD CONSTRAINT "thread_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "member"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "thread_member" ADD CONSTRAINT "thread_member_thread_id_fkey" FOREIGN KEY ("thread_id") REFERENCES "thread"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "thread_member" ADD CONSTRAINT "thread_member_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "post" ADD CONSTRAINT "post_thread_id_fkey" FOREIGN KEY ("thread_id") REFERENCES "thread"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "post" ADD CONSTRAINT "post_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "member"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;
