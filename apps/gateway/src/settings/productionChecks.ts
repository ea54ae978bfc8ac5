import type { Settings } from './settings.ts'

/** What a demonstration may do and money may not. */
export interface ProductionCheck {
  /** As `ACCEPTED_RISKS` names it. */
  readonly id: string
  /** What is wrong, and the setting that mends it. */
  readonly text: string
  readonly fails: (settings: CheckedSettings) => boolean
}

export type CheckedSettings = Pick<
  Settings,
  | 'isDevelopment'
  | 'databaseUrl'
  | 'marketSource'
  | 'allowsPlaintext'
  | 'delivery'
  | 'deviceTokens'
  | 'publicOrigin'
  | 'trustProxy'
  | 'walletFile'
  | 'operatorsFile'
  | 'acceptedRisks'
> & {
  /** Of the process; absent where the system has none. */
  readonly userId?: number | undefined
}

export const PRODUCTION_CHECKS: readonly ProductionCheck[] = [
  {
    id: 'embedded-database',
    text:
      'The embedded database does not sync its files: after a loss of power users and sessions ' +
      'may be gone. Set DATABASE_URL to a Postgres server',
    fails: ({ databaseUrl }) => databaseUrl === undefined,
  },
  {
    id: 'invented-market',
    text:
      'The market is generated or a recording: its prices are invented or old. Set MARKET_SOURCE ' +
      'to a live feed',
    fails: ({ marketSource }) => /^(?:generator|tape)/.test(marketSource),
  },
  {
    id: 'no-mail',
    text: 'No mail can be sent: nobody can register or recover an account. Set SMTP_URL',
    fails: ({ delivery }) => delivery.smtp === undefined,
  },
  {
    id: 'clear-passwords',
    text: 'Passwords may come in clear. Remove ALLOW_PLAINTEXT_LOGIN',
    fails: ({ allowsPlaintext }) => allowsPlaintext,
  },
  {
    id: 'unchecked-devices',
    text:
      'Calls without a sound device token are written down and answered. Set DEVICE_TOKENS to ' +
      'require',
    fails: ({ deviceTokens }) => deviceTokens !== 'require',
  },
  {
    id: 'no-origin',
    text:
      'Passkeys, wallets and links in mails have no address to be bound to. Set PUBLIC_ORIGIN ' +
      'to the https address of the site',
    fails: ({ publicOrigin }) => !publicOrigin?.startsWith('https:'),
  },
  {
    id: 'no-proxy',
    text:
      'The gateway speaks HTTP: without a proxy for TLS every session can be read on the way. ' +
      'Set TRUST_PROXY to the addresses of that proxy',
    fails: ({ trustProxy }) => trustProxy === undefined,
  },
  {
    id: 'no-operators',
    text: 'Nobody can review the withdrawals of the wallet. Set OPERATORS_FILE',
    fails: ({ walletFile, operatorsFile }) =>
      walletFile !== undefined && operatorsFile === undefined,
  },
  {
    id: 'runs-as-root',
    text: 'The gateway runs as root. Give it a user of its own',
    fails: ({ userId }) => userId === 0,
  },
]

/** The checks that fail, accepted or not; none in development. */
export function failedChecks(settings: CheckedSettings): readonly ProductionCheck[] {
  return settings.isDevelopment ? [] : PRODUCTION_CHECKS.filter(({ fails }) => fails(settings))
}

/**
 * A production start with a failed check that `ACCEPTED_RISKS` does not name is refused.
 * @throws Error that names every such check, and every accepted risk that there is not
 */
export function assertProductionReady(settings: CheckedSettings): void {
  const { acceptedRisks } = settings
  const unknown = acceptedRisks.filter((id) => PRODUCTION_CHECKS.every((each) => each.id !== id))
  if (unknown.length > 0)
    throw new Error(
      `ACCEPTED_RISKS names ${unknown.join(', ')}; it may name ` +
        `${PRODUCTION_CHECKS.map(({ id }) => id).join(', ')}.`,
    )
  const refused = failedChecks(settings).filter(({ id }) => !acceptedRisks.includes(id))
  if (refused.length === 0) return
  throw new Error(
    [
      'This is not ready for production:',
      ...refused.map(({ id, text }) => `- ${text} (${id}).`),
      `To start in spite of it: ACCEPTED_RISKS=${refused.map(({ id }) => id).join(',')}`,
    ].join('\n'),
  )
}
