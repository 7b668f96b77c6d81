export const officialName: string;
export const officialVersion: string;
export function officialSdk(): string;
