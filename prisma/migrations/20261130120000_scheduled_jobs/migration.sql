-- CreateTable
CREATE TABLE "scheduled_job" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "name" TEXT NOT NULL,
    "priority" INTEGER NOT NULL DEFAULT 0,
    "next_run_at" TIMESTAMPTZ(3),
    "type" TEXT NOT NULL DEFAULT 'normal',
    "locked_at" TIMESTAMPTZ(3),
    "last_finished_at" TIMESTAMPTZ(3),
    "failed_at" TIMESTAMPTZ(3),
    "fail_count" INTEGER,
    "fail_reason" TEXT,
    "repeat_timezone" TEXT,
    "last_run_at" TIMESTAMPTZ(3),
    "repeat_interval" TEXT,
    "data" JSONB,
    "repeat_at" TEXT,
    "disabled" BOOLEAN NOT NULL DEFAULT false,
    "progress" DOUBLE PRECISION,
    "fork" BOOLEAN NOT NULL DEFAULT false,
    "last_modified_by" TEXT,
    "debounce_started_at" TIMESTAMPTZ(3),
    "start_date" TIMESTAMPTZ(3),
    "end_date" TIMESTAMPTZ(3),
    "skip_days" JSONB,

    CONSTRAINT "scheduled_job_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "scheduled_job_name_key" ON "scheduled_job"("name");
