import axe from 'axe-core';
import type { Page } from 'playwright-core';

interface Violation {
  id: string;
  impact: string | null;
  nodes: readonly { target: readonly string[]; failureSummary?: string }[];
}

/** The serious and critical problems that axe finds, one line for each rule. */
export async function runAxe(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const violations = (await page.evaluate(
    'axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations)',
  )) as Violation[];
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => {
      const [first] = nodes;
      const summary = first?.failureSummary?.replaceAll(/\s+/g, ' ');
      return `${id}, ${nodes.length} times: ${first?.target.join(' ')}: ${summary}`;
    });
}
