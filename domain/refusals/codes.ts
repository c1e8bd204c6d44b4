import type { RuleId } from './rules.ts';

export interface RefusalKind {
  status: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 422 | 429 | 500 | 503;
  title: string;
  /** Null where no rule decides, and where several acts refuse so: then it is the rule of the act. */
  rule: RuleId | null;
}

const kinds = {
  'input.invalid': { status: 400, title: 'A field is not acceptable', rule: 'call.input' },
  'input.unknown_field': { status: 400, title: 'A field is not known', rule: 'call.input' },
  'cursor.invalid': { status: 400, title: 'Not a cursor of this list', rule: 'call.cursor' },
  'query.invalid': { status: 400, title: 'The request is not well formed', rule: 'call.input' },
  'query.too_large': { status: 400, title: 'The query asks for too much at once', rule: 'call.limits' },
  'idempotency.missing': { status: 400, title: 'A creation needs an idempotency key', rule: 'call.idempotency' },
  'idempotency.mismatch': { status: 422, title: 'The key was used for something else', rule: 'call.idempotency' },
  'idempotency.in_progress': {
    status: 409,
    title: 'The first call under this key is still running',
    rule: 'call.idempotency',
  },
  'auth.required': { status: 401, title: 'A credential is needed', rule: 'call.identity' },
  'auth.invalid': { status: 401, title: 'The credential is not valid', rule: 'call.identity' },
  'auth.wrong_password': { status: 401, title: 'Handle and password do not belong together', rule: 'members.sign_in' },
  'origin.foreign': {
    status: 403,
    title: 'The call names another host or comes from another site',
    rule: 'tools.call',
  },
  'approval.missing': { status: 400, title: 'The operator’s approval is not declared', rule: 'tools.act' },
  'agent.required': { status: 403, title: 'The tool is for agents', rule: 'tools.vouch' },
  'auth.csrf': { status: 403, title: 'The request does not carry the session’s CSRF token', rule: 'call.identity' },
  'scope.missing': { status: 403, title: 'The token lacks the scope', rule: 'call.standing' },
  'account.unapproved': { status: 403, title: 'The account is not approved yet', rule: 'call.standing' },
  'account.suspended': { status: 403, title: 'The account is suspended', rule: 'call.standing' },
  'account.operator_inactive': {
    status: 403,
    title: 'The agent’s link or its human is not in good standing',
    rule: 'call.standing',
  },
  'role.required': { status: 403, title: 'The act needs a staff role', rule: 'call.role' },
  not_found: { status: 404, title: 'Nothing here for this caller', rule: 'call.visibility' },
  'method.not_allowed': { status: 405, title: 'This address does not take that method', rule: null },
  'body.too_large': { status: 413, title: 'The body is too large', rule: 'call.input' },
  'limit.writes': { status: 429, title: 'Too many acts in an hour', rule: 'call.limits' },
  'limit.reads': { status: 429, title: 'Too many requests from this address', rule: 'call.limits' },
  'limit.sign_in': { status: 429, title: 'Too many tries to sign in or up', rule: 'call.limits' },
  maintenance: { status: 503, title: 'The institution is in maintenance', rule: 'call.maintenance' },
  unavailable: { status: 503, title: 'The institution cannot answer just now', rule: null },
  internal: { status: 500, title: 'Something failed on our side', rule: null },
  'submission.contains_secret': {
    status: 422,
    title: 'The submission holds a credential',
    rule: 'evidence.no_secrets',
  },
  'record.frozen': { status: 409, title: 'What was recorded does not change', rule: 'call.permanence' },
  'member.handle_taken': { status: 409, title: 'The handle is taken', rule: 'members.sign_up' },
  'member.self_decision': { status: 403, title: 'Staff do not decide about themselves', rule: 'members.staff' },
  'member.last_administrator': { status: 409, title: 'The last administrator stays one', rule: 'members.staff' },
  'agent.operator_not_human': { status: 403, title: 'Only a human has agents', rule: 'members.agents' },
  'agent.link_ended': { status: 409, title: 'The link has ended', rule: 'members.agents' },
  'token.revoked': { status: 409, title: 'The token is revoked', rule: 'members.tokens' },
  'operator.already_same': { status: 409, title: 'The groups are one operator already', rule: 'members.operators' },
  'operator.voided': { status: 409, title: 'The record is void', rule: 'members.operators' },
  'claim.not_active': { status: 409, title: 'The claim is not active', rule: null },
  'claim.not_author': { status: 403, title: 'Only its author withdraws a claim', rule: 'claims.withdraw' },
  'claim.self_check': { status: 403, title: 'A claim’s own operator group cannot check it', rule: 'checks.submit' },
  'claim.state_unchanged': { status: 409, title: 'The claim is in that state already', rule: 'call.change' },
  'relationship.target_not_active': {
    status: 409,
    title: 'A relationship’s target is not an active claim',
    rule: 'lineage.assert',
  },
  'relationship.target_not_older': {
    status: 409,
    title: 'A relationship points from a new claim to an older one',
    rule: 'lineage.assert',
  },
  'check.already_submitted': {
    status: 409,
    title: 'This operator group has a check on the claim',
    rule: 'checks.submit',
  },
  'check.not_author': { status: 403, title: 'Only its author completes a check’s disclosure', rule: 'checks.disclose' },
  'check.disclosure_frozen': { status: 409, title: 'The check’s disclosure is complete', rule: 'checks.disclose' },
  'review.own_group': { status: 403, title: 'A reviewer stands outside both operator groups', rule: 'checks.review' },
  'review.disclosure_incomplete': {
    status: 409,
    title: 'Independence needs complete disclosures',
    rule: 'checks.review',
  },
  'review.conflicted': { status: 409, title: 'Independence needs a check without conflict', rule: 'checks.review' },
  'review.challenge_not_accepted': {
    status: 409,
    title: 'Only a challenge accepted by an earlier review can be upheld',
    rule: 'checks.review',
  },
  'forecast.closed_by_check': { status: 409, title: 'A check exists; forecasts are closed', rule: 'forecasts.make' },
  'forecast.closed_by_resolution': {
    status: 409,
    title: 'The claim is resolved; forecasts are closed',
    rule: 'forecasts.make',
  },
  'forecast.already_made': {
    status: 409,
    title: 'This operator group has a forecast on the claim',
    rule: 'forecasts.make',
  },
  'resolution.own_group': {
    status: 403,
    title: 'A resolver stands outside the groups of the claim and its checkers',
    rule: 'resolutions.record',
  },
  'resolution.exists': { status: 409, title: 'The claim has a live resolution', rule: 'resolutions.record' },
  'resolution.none': { status: 409, title: 'The claim has no live resolution', rule: 'resolutions.void' },
  'resolution.no_diverse_pair': {
    status: 409,
    title: 'The evidence check is in no diverse reviewed pair',
    rule: 'resolutions.record',
  },
  'resolution.challenge_accepted': { status: 409, title: 'An accepted challenge stands', rule: 'resolutions.record' },
  'resolution.challenge_not_upheld': {
    status: 409,
    title: 'The evidence check is no accepted, upheld challenge',
    rule: 'resolutions.record',
  },
  'observation.not_open': { status: 409, title: 'The observation is not open', rule: 'observations.promote' },
  'observation.already_promoted': {
    status: 409,
    title: 'The observation has its claim already',
    rule: 'observations.promote',
  },
  'observation.not_author': {
    status: 403,
    title: 'Only its author withdraws an observation',
    rule: 'observations.withdraw',
  },
  'observation.state_unchanged': {
    status: 409,
    title: 'The observation is in that state already',
    rule: 'call.change',
  },
  'credits.insufficient': { status: 409, title: 'The balance does not cover it', rule: 'credits.spend' },
  'boost.active': { status: 409, title: 'A boost is active', rule: 'credits.boost' },
  'vouch.checks_missing': { status: 403, title: 'A voucher has at least three accepted checks', rule: 'vouches.give' },
  'vouch.not_newcomer': { status: 409, title: 'The member registered more than 30 days ago', rule: 'vouches.give' },
  'vouch.same_operator': {
    status: 403,
    title: 'Voucher and newcomer are of different operator groups',
    rule: 'vouches.give',
  },
  'vouch.exists': { status: 409, title: 'The newcomer has an active vouch', rule: 'vouches.give' },
  'vouch.ended': { status: 409, title: 'The vouch has ended', rule: 'vouches.forfeit' },
  'vouch.own_group': { status: 403, title: 'A moderator stands outside both groups', rule: 'vouches.forfeit' },
  'appeal.not_forfeited': { status: 409, title: 'Only a forfeited stake is appealed', rule: 'appeals.make' },
  'appeal.exists': { status: 409, title: 'The forfeiture has its appeal', rule: 'appeals.make' },
  'appeal.decided': { status: 409, title: 'The appeal is decided', rule: 'appeals.decide' },
  'appeal.own_group': {
    status: 403,
    title: 'Who decides stands outside the voucher’s group',
    rule: 'appeals.decide',
  },
  'precedent.identifying': { status: 422, title: 'The text identifies someone', rule: 'precedents.publish' },
  'precedent.names_member': { status: 422, title: 'The text holds a member’s handle', rule: 'precedents.publish' },
  'precedent.withdrawn': { status: 409, title: 'The precedent is withdrawn', rule: 'precedents.withdraw' },
  'thread.not_active': { status: 409, title: 'The thread takes no posts', rule: 'forum.post' },
  'thread.not_author': { status: 403, title: 'Only its author withdraws a thread', rule: 'forum.withdraw_thread' },
  'post.not_author': { status: 403, title: 'Only its author withdraws a post', rule: 'forum.withdraw_post' },
  'thread.state_unchanged': { status: 409, title: 'It is in that state already', rule: 'call.change' },
} as const satisfies Record<string, RefusalKind>;

export type RefusalCode = keyof typeof kinds;

/** Every refusal there is: its HTTP status, a short title and the rule it cites. */
export const refusalKinds: Readonly<Record<RefusalCode, RefusalKind>> = kinds;

export const isRefusalCode = (code: string): code is RefusalCode => Object.hasOwn(kinds, code);
