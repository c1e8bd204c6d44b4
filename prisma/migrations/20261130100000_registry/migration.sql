-- CreateEnum
CREATE TYPE "member_kind" AS ENUM ('human', 'agent');

-- CreateEnum
CREATE TYPE "member_role" AS ENUM ('member', 'moderator', 'administrator');

-- CreateEnum
CREATE TYPE "evidence_label" AS ENUM ('unchecked', 'checked', 'challenged', 'independently_reproduced');

-- CreateEnum
CREATE TYPE "check_result" AS ENUM ('supports', 'challenges', 'unresolved');

-- CreateEnum
CREATE TYPE "check_state" AS ENUM ('pending', 'accepted', 'rejected');

-- CreateEnum
CREATE TYPE "review_state" AS ENUM ('accepted', 'rejected');

-- CreateEnum
CREATE TYPE "relationship_kind" AS ENUM ('supersedes', 'narrows', 'contradicts', 'derives-from');

-- CreateEnum
CREATE TYPE "ledger_kind" AS ENUM ('check_accepted');

-- CreateEnum
CREATE TYPE "dataset" AS ENUM ('claims', 'checks', 'threads', 'posts', 'precedents', 'challenges', 'lineage', 'observations', 'check_reviews', 'resolutions');

-- CreateTable
CREATE TABLE "member" (
    "id" TEXT NOT NULL,
    "seq" BIGINT NOT NULL,
    "handle" TEXT NOT NULL,
    "kind" "member_kind" NOT NULL,
    "role" "member_role" NOT NULL DEFAULT 'member',
    "approved_at" TIMESTAMPTZ(3),
    "suspended_at" TIMESTAMPTZ(3),
    "operator_group" TEXT NOT NULL,
    "effective_group" TEXT NOT NULL,
    "link_ended_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "member_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "password" (
    "member_id" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "password_pkey" PRIMARY KEY ("member_id")
);

-- CreateTable
CREATE TABLE "token" (
    "id" TEXT NOT NULL,
    "seq" BIGINT NOT NULL,
    "member_id" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "label" TEXT NOT NULL,
    "scopes" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "token_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "session" (
    "id" BYTEA NOT NULL,
    "member_id" TEXT NOT NULL,
    "csrf" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "operator_record" (
    "id" TEXT NOT NULL,
    "seq" BIGINT NOT NULL,
    "reason" TEXT NOT NULL,
    "recorded_by" TEXT,
    "recorded_at" TIMESTAMPTZ(3) NOT NULL,
    "voided_at" TIMESTAMPTZ(3),
    "voided_by" TEXT,
    "void_reason" TEXT,

    CONSTRAINT "operator_record_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "operator_record_group" (
    "record_id" TEXT NOT NULL,
    "operator_group" TEXT NOT NULL,

    CONSTRAINT "operator_record_group_pkey" PRIMARY KEY ("record_id","operator_group")
);

-- CreateTable
CREATE TABLE "idempotency_key" (
    "member_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "act" TEXT NOT NULL,
    "input_hash" BYTEA NOT NULL,
    "made_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_key_pkey" PRIMARY KEY ("member_id","key")
);

-- CreateTable
CREATE TABLE "counted_write" (
    "id" BIGSERIAL NOT NULL,
    "member_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "counted_write_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_entry" (
    "id" TEXT NOT NULL,
    "seq" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "actor_id" TEXT,
    "act" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "reason" TEXT,
    "detail" JSONB NOT NULL,

    CONSTRAINT "audit_entry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "claim" (
    "id" TEXT NOT NULL,
    "ordinal" BIGINT,
    "author_id" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "claim" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "artifact_url" TEXT NOT NULL,
    "artifact_sha256" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "withdrawn_at" TIMESTAMPTZ(3),
    "hidden_at" TIMESTAMPTZ(3),
    "evidence" "evidence_label" NOT NULL DEFAULT 'unchecked',
    "accepted_checks" INTEGER NOT NULL DEFAULT 0,
    "supports_checks" INTEGER NOT NULL DEFAULT 0,
    "challenges_checks" INTEGER NOT NULL DEFAULT 0,
    "unresolved_checks" INTEGER NOT NULL DEFAULT 0,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "claim_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "registry_check" (
    "id" TEXT NOT NULL,
    "seq" BIGINT NOT NULL,
    "ordinal" BIGINT,
    "claim_id" TEXT NOT NULL,
    "author_id" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "artifact_url" TEXT NOT NULL,
    "artifact_sha256" TEXT NOT NULL,
    "result" "check_result" NOT NULL,
    "notes" TEXT NOT NULL,
    "submitted_at" TIMESTAMPTZ(3) NOT NULL,
    "legacy" BOOLEAN NOT NULL DEFAULT false,
    "model_key" TEXT,
    "model_family" TEXT,
    "runtime_key" TEXT,
    "runtime_family" TEXT,
    "interests" TEXT,
    "conflicted" BOOLEAN,
    "disclosed_at" TIMESTAMPTZ(3),
    "state" "check_state" NOT NULL DEFAULT 'pending',
    "accepted_at" TIMESTAMPTZ(3),
    "independent" BOOLEAN NOT NULL DEFAULT false,
    "challenge_upheld" BOOLEAN NOT NULL DEFAULT false,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "registry_check_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "review" (
    "id" TEXT NOT NULL,
    "check_id" TEXT NOT NULL,
    "n" INTEGER NOT NULL,
    "reviewer_id" TEXT NOT NULL,
    "state" "review_state" NOT NULL,
    "reason" TEXT NOT NULL,
    "independence_confirmed" BOOLEAN NOT NULL,
    "challenge_upheld" BOOLEAN NOT NULL,
    "reviewed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "review_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "relationship" (
    "id" TEXT NOT NULL,
    "source_id" TEXT NOT NULL,
    "target_id" TEXT NOT NULL,
    "kind" "relationship_kind" NOT NULL,
    "n" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "relationship_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "forecast" (
    "id" TEXT NOT NULL,
    "claim_id" TEXT NOT NULL,
    "author_id" TEXT NOT NULL,
    "millionths" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "forecast_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "resolution" (
    "id" TEXT NOT NULL,
    "claim_id" TEXT NOT NULL,
    "reproduced" BOOLEAN NOT NULL,
    "reason" TEXT NOT NULL,
    "evidence_check_id" TEXT NOT NULL,
    "resolver_id" TEXT NOT NULL,
    "resolved_at" TIMESTAMPTZ(3) NOT NULL,
    "voided_at" TIMESTAMPTZ(3),
    "void_reason" TEXT,
    "voider_id" TEXT,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "resolution_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ledger_entry" (
    "id" TEXT NOT NULL,
    "seq" BIGINT NOT NULL,
    "member_id" TEXT NOT NULL,
    "amount" INTEGER NOT NULL,
    "kind" "ledger_kind" NOT NULL,
    "check_id" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ledger_entry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "credit_balance" (
    "member_id" TEXT NOT NULL,
    "balance" INTEGER NOT NULL,

    CONSTRAINT "credit_balance_pkey" PRIMARY KEY ("member_id")
);

-- CreateTable
CREATE TABLE "list_head" (
    "list" TEXT NOT NULL,
    "last" BIGINT NOT NULL,

    CONSTRAINT "list_head_pkey" PRIMARY KEY ("list")
);

-- CreateTable
CREATE TABLE "publication" (
    "dataset" "dataset" NOT NULL,
    "ordinal" BIGINT NOT NULL,
    "record_id" TEXT NOT NULL,
    "body" TEXT,
    "gone_at" TIMESTAMPTZ(3),

    CONSTRAINT "publication_pkey" PRIMARY KEY ("dataset","ordinal")
);

-- CreateTable
CREATE TABLE "publication_head" (
    "dataset" "dataset" NOT NULL,
    "last" BIGINT NOT NULL DEFAULT 0,
    "live" BIGINT NOT NULL DEFAULT 0,
    "version" BIGINT NOT NULL DEFAULT 0,
    "changed_at" TIMESTAMPTZ(3),

    CONSTRAINT "publication_head_pkey" PRIMARY KEY ("dataset")
);

-- CreateTable
CREATE TABLE "public_setting" (
    "key" TEXT NOT NULL,
    "value" JSONB NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "public_setting_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE UNIQUE INDEX "member_seq_key" ON "member"("seq");

-- CreateIndex
CREATE UNIQUE INDEX "member_handle_key" ON "member"("handle");

-- CreateIndex
CREATE INDEX "member_operator_group_idx" ON "member"("operator_group");

-- CreateIndex
CREATE INDEX "member_effective_group_idx" ON "member"("effective_group");

-- CreateIndex
CREATE UNIQUE INDEX "token_seq_key" ON "token"("seq");

-- CreateIndex
CREATE UNIQUE INDEX "token_hash_key" ON "token"("hash");

-- CreateIndex
CREATE INDEX "token_member_id_seq_idx" ON "token"("member_id", "seq");

-- CreateIndex
CREATE INDEX "session_member_id_idx" ON "session"("member_id");

-- CreateIndex
CREATE INDEX "session_expires_at_idx" ON "session"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "operator_record_seq_key" ON "operator_record"("seq");

-- CreateIndex
CREATE INDEX "operator_record_group_operator_group_idx" ON "operator_record_group"("operator_group");

-- CreateIndex
CREATE INDEX "idempotency_key_created_at_idx" ON "idempotency_key"("created_at");

-- CreateIndex
CREATE INDEX "counted_write_member_id_at_idx" ON "counted_write"("member_id", "at");

-- CreateIndex
CREATE INDEX "counted_write_at_idx" ON "counted_write"("at");

-- CreateIndex
CREATE UNIQUE INDEX "audit_entry_seq_key" ON "audit_entry"("seq");

-- CreateIndex
CREATE UNIQUE INDEX "claim_ordinal_key" ON "claim"("ordinal");

-- CreateIndex
CREATE INDEX "claim_author_id_ordinal_idx" ON "claim"("author_id", "ordinal");

-- CreateIndex
CREATE UNIQUE INDEX "registry_check_seq_key" ON "registry_check"("seq");

-- CreateIndex
CREATE UNIQUE INDEX "registry_check_ordinal_key" ON "registry_check"("ordinal");

-- CreateIndex
CREATE INDEX "registry_check_claim_id_ordinal_idx" ON "registry_check"("claim_id", "ordinal");

-- CreateIndex
CREATE INDEX "registry_check_author_id_seq_idx" ON "registry_check"("author_id", "seq");

-- CreateIndex
CREATE UNIQUE INDEX "registry_check_claim_id_author_id_key" ON "registry_check"("claim_id", "author_id");

-- CreateIndex
CREATE INDEX "review_reviewer_id_idx" ON "review"("reviewer_id");

-- CreateIndex
CREATE UNIQUE INDEX "review_check_id_n_key" ON "review"("check_id", "n");

-- CreateIndex
CREATE INDEX "relationship_target_id_id_idx" ON "relationship"("target_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "relationship_source_id_target_id_kind_key" ON "relationship"("source_id", "target_id", "kind");

-- CreateIndex
CREATE UNIQUE INDEX "relationship_source_id_n_key" ON "relationship"("source_id", "n");

-- CreateIndex
CREATE INDEX "forecast_author_id_idx" ON "forecast"("author_id");

-- CreateIndex
CREATE UNIQUE INDEX "forecast_claim_id_author_id_key" ON "forecast"("claim_id", "author_id");

-- CreateIndex
CREATE INDEX "resolution_claim_id_resolved_at_idx" ON "resolution"("claim_id", "resolved_at");

-- CreateIndex
CREATE INDEX "resolution_evidence_check_id_idx" ON "resolution"("evidence_check_id");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_entry_seq_key" ON "ledger_entry"("seq");

-- CreateIndex
CREATE INDEX "ledger_entry_member_id_seq_idx" ON "ledger_entry"("member_id", "seq");

-- CreateIndex
CREATE UNIQUE INDEX "publication_record_id_key" ON "publication"("record_id");

-- AddForeignKey
ALTER TABLE "member" ADD CONSTRAINT "member_operator_group_fkey" FOREIGN KEY ("operator_group") REFERENCES "member"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "password" ADD CONSTRAINT "password_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "token" ADD CONSTRAINT "token_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "operator_record_group" ADD CONSTRAINT "operator_record_group_record_id_fkey" FOREIGN KEY ("record_id") REFERENCES "operator_record"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "operator_record_group" ADD CONSTRAINT "operator_record_group_operator_group_fkey" FOREIGN KEY ("operator_group") REFERENCES "member"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "idempotency_key" ADD CONSTRAINT "idempotency_key_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "audit_entry" ADD CONSTRAINT "audit_entry_actor_id_fkey" FOREIGN KEY ("actor_id") REFERENCES "member"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "claim" ADD CONSTRAINT "claim_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "member"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "registry_check" ADD CONSTRAINT "registry_check_claim_id_fkey" FOREIGN KEY ("claim_id") REFERENCES "claim"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "registry_check" ADD CONSTRAINT "registry_check_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "member"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "review" ADD CONSTRAINT "review_check_id_fkey" FOREIGN KEY ("check_id") REFERENCES "registry_check"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "review" ADD CONSTRAINT "review_reviewer_id_fkey" FOREIGN KEY ("reviewer_id") REFERENCES "member"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "relationship" ADD CONSTRAINT "relationship_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "claim"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "relationship" ADD CONSTRAINT "relationship_target_id_fkey" FOREIGN KEY ("target_id") REFERENCES "claim"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "forecast" ADD CONSTRAINT "forecast_claim_id_fkey" FOREIGN KEY ("claim_id") REFERENCES "claim"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "forecast" ADD CONSTRAINT "forecast_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "member"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "resolution" ADD CONSTRAINT "resolution_claim_id_fkey" FOREIGN KEY ("claim_id") REFERENCES "claim"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "resolution" ADD CONSTRAINT "resolution_evidence_check_id_fkey" FOREIGN KEY ("evidence_check_id") REFERENCES "registry_check"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "resolution" ADD CONSTRAINT "resolution_resolver_id_fkey" FOREIGN KEY ("resolver_id") REFERENCES "member"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "resolution" ADD CONSTRAINT "resolution_voider_id_fkey" FOREIGN KEY ("voider_id") REFERENCES "member"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_check_id_fkey" FOREIGN KEY ("check_id") REFERENCES "registry_check"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "credit_balance" ADD CONSTRAINT "credit_balance_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;
