import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** How much of a failure's first line is repeated at the end. */
const LONGEST = 300

/**
 * A stage counts as one more passed test, or as a failed one if it broke without a failed test. A
 * skipped stage counts as neither, but in a whole run as failed.
 */
export function summaryOf(outcomes, { isWhole = false } = {}) {
  const total = { passed: 0, failed: 0, skipped: 0 }
  for (const { passed, failed, broke, skipped } of outcomes) {
    total.passed += passed + (broke || skipped ? 0 : 1)
    total.failed += failed + ((broke && failed === 0) || (isWhole && skipped) ? 1 : 0)
    total.skipped += skipped ? 1 : 0
  }
  const skipped =
    total.skipped === 0
      ? ''
      : `, ${total.skipped} ${total.skipped === 1 ? 'stage' : 'stages'} skipped`
  return { line: `${total.passed} passed, ${total.failed} failed${skipped}`, failed: total.failed }
}

/**
 * Each failure in one line, repeated above the total: a stage's own output may be a thousand lines
 * earlier.
 */
export function failureLines(outcomes) {
  return outcomes.flatMap(({ name, broke, error, failures }) => {
    if (failures.length > 0) return failures.map((failure) => `FAILED ${name}: ${failure}`)
    return broke ? [`FAILED ${name}: ${firstLine(error)}`] : []
  })
}

/**
 * How many tests passed and which did not.
 * @param report Vitest's JSON report; none if Vitest failed before it wrote one
 * @param {string} root paths are relative to it
 */
export function vitestOutcome(report, root) {
  const failures = (report?.testResults ?? []).flatMap(
    ({ name, status, message, assertionResults }) => {
      const failed = assertionResults.filter((test) => test.status === 'failed')
      const file = path.relative(root, name)
      if (failed.length === 0) return status === 'failed' ? [`${file}: ${firstLine(message)}`] : []
      return failed.map(
        (test) => `${file} › ${test.fullName}: ${firstLine(test.failureMessages[0])}`,
      )
    },
  )
  return { passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 0, failures }
}

/**
 * The same of Playwright's report; a flaky journey counts as failed.
 */
export function playwrightOutcome(report) {
  const { expected = 0, unexpected = 0, flaky = 0 } = report?.stats ?? {}
  return {
    passed: expected,
    failed: unexpected + flaky,
    failures: (report?.suites ?? []).flatMap(failedSpecs),
  }
}

function failedSpecs({ specs = [], suites = [] }) {
  const failed = specs.filter(
    ({ ok, tests }) => !ok || tests.some(({ status }) => status === 'flaky'),
  )
  return [
    ...failed.map(
      ({ file, line, title, tests }) => `${file}:${line} › ${title}: ${firstLine(errorOf(tests))}`,
    ),
    ...suites.flatMap(failedSpecs),
  ]
}

const errorOf = (tests) =>
  tests.flatMap(({ results }) => results).find(({ error }) => error)?.error.message

function firstLine(text) {
  const plain = stripVTControlCharacters(String(text ?? ''))
  return (
    plain
      .split('\n')
      .find((line) => line.trim())
      ?.trim()
      .slice(0, LONGEST) ?? 'no reason was given'
  )
}
