/** Makes what a checkout lacks, if anything. */
export function setUp(): Promise<void>;
