export declare function nextVersion(current: string, wanted: string): string;
export declare function releasedChangelog(changelog: string, version: string, date: string): string;
