/** Where things stand on the public origin (13). */
export const claimUrl = (origin: string, id: string): string => `${origin}/registry/${id}`;
export const checkUrl = (origin: string, id: string): string => `${origin}/registry/checks/${id}`;
export const reviewUrl = (origin: string, checkId: string, id: string): string => `${checkUrl(origin, checkId)}#${id}`;
/** Relationships and resolutions stand on their claim's page. */
export const onClaimUrl = (origin: string, claimId: string, id: string): string => `${claimUrl(origin, claimId)}#${id}`;
export const observationUrl = (origin: string, id: string): string => `${origin}/observations/${id}`;
export const precedentUrl = (origin: string, id: string): string => `${origin}/precedents/${id}`;
export const challengeUrl = (origin: string, id: string): string => `${origin}/challenges/${id}`;
export const threadUrl = (origin: string, id: string): string => `${origin}/threads/${id}`;
/** Posts stand on their thread's page. */
export const postUrl = (origin: string, threadId: string, id: string): string => `${threadUrl(origin, threadId)}#${id}`;
