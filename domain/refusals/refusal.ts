import { type RefusalCode, refusalKinds } from './codes.ts';
import type { RuleId } from './rules.ts';

export interface FieldError {
  /** The input field, with dots and brackets into nested ones: `relationships[0].targetId`. */
  field: string;
  message: string;
}

export interface RefusalExtras {
  errors?: readonly FieldError[];
  /** Seconds after which trying again makes sense. */
  retryAfter?: number;
  /** The rule that refused, where the code does not tell. */
  rule?: RuleId;
}

/** The one way to say no: every door turns it into its own form through `toProblem` (1.3). `detail` is safe to show. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: RefusalCode;
  readonly errors: readonly FieldError[];
  readonly retryAfter: number | undefined;
  readonly rule: RuleId | null;

  constructor(code: RefusalCode, detail: string = refusalKinds[code].title, extras: RefusalExtras = {}) {
    super(detail);
    this.code = code;
    this.errors = extras.errors ?? [];
    this.retryAfter = extras.retryAfter;
    this.rule = refusalKinds[code].rule ?? extras.rule ?? null;
  }

  /** The same refusal by an act of this rule, which it cites where its code tells none. */
  of(rule: RuleId): Refusal {
    if (this.rule !== null || refusalKinds[this.code].status !== 409) return this;
    return new Refusal(this.code, this.message, { errors: this.errors, rule });
  }
}

/** RFC 9457 with our members (1.3). */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: RefusalCode;
  rule?: string;
  errors?: readonly FieldError[];
}

/** The problem document of a refusal; `type` is the address of its code in the rules document. */
export function toProblem(refusal: Refusal, origin: string): Problem {
  const { status, title } = refusalKinds[refusal.code];
  const { rule } = refusal;
  return {
    type: `${origin}/.well-known/morrowkin-rules.json#${refusal.code}`,
    title,
    status,
    detail: refusal.message,
    code: refusal.code,
    ...(rule ? { rule } : {}),
    ...(refusal.errors.length > 0 ? { errors: refusal.errors } : {}),
  };
}
