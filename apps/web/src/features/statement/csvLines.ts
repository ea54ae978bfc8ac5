import type { StatementLine } from '../../data/statement/api.ts'

/** Names of the columns as the interface for programs has them, so that tools can rely on them. */
const CSV_HEADER = [
  'lineId',
  'time',
  'account',
  'symbol',
  'kind',
  'asset',
  'amount',
  'balance',
  'reference',
]

/** One line of the file; the time is ISO 8601 in UTC. */
export const csvLine = (line: StatementLine): string[] => [
  line.lineId,
  new Date(line.at).toISOString(),
  line.account,
  line.symbol ?? '',
  line.kind,
  line.asset,
  line.amount,
  line.balance,
  line.reference,
]

/** The names of the columns, then a line for each movement. */
export const statementLines = (lines: readonly StatementLine[]): string[][] => [
  CSV_HEADER,
  ...lines.map(csvLine),
]
