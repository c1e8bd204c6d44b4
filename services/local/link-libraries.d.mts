export function linkLibraries(checkout: string): void;
