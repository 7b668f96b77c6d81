export declare function nextVersion(current: string, wanted: string, isReleased?: boolean): string;
export declare function releasedChangelog(changelog: string, version: string, date: string): string;
