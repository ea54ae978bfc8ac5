import { timingSafeEqual } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { api } from '@x/api'
import type { Clock } from '@x/kit'
import type { Database } from '../../platform/db/Database.ts'
import { route } from '../../platform/http/contractRoute.ts'
import { GatewayError, type GatewayModule } from '../../platform/http/route.ts'
import type { TradingService } from '../trading/ports/TradingService.ts'
import type { ApiKeys } from './ports/ApiKeys.ts'

export interface DemoKeyOptions {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  /** Has the password of the demonstration account. */
  readonly dataDir: string
  readonly apiKeys: ApiKeys
  readonly trading: Pick<TradingService, 'run' | 'confirm' | 'ensurePaperAccount'>
}

/** What a key for futures finds in its wallet: 10,000 USDT in atoms. */
const FUTURES_FUNDS = '1000000000000'

/** Development only: an API key of the demonstration account, for who can read the data folder. */
export function createDemoKeyModule({
  db,
  clock,
  dataDir,
  apiKeys,
  trading,
}: DemoKeyOptions): GatewayModule {
  return {
    routes: [
      route(api.development.apiKey, async (_request, params) => {
        const { password, permissions, realm = 'live' } = params
        const demo = await readDemo(dataDir)
        if (!demo || !isSame(password, demo.password))
          throw new GatewayError('40301', 'This is not the data folder of this gateway')
        const [user] = await db.query<{ id: string }>('select id from users where email = $1', [
          demo.loginName,
        ])
        if (!user) throw new GatewayError('40401', 'There is no demonstration account')
        const owner = { userId: user.id, realm }
        trading.ensurePaperAccount(owner)
        if (permissions.includes('futures')) await fundFutures(owner)
        const { key, secret } = await apiKeys.create({
          ...owner,
          label: 'npm run api-key',
          kind: 'hmac',
          permissions,
          // A key that withdraws must name its addresses: this machine.
          addresses: permissions.includes('withdraw') ? ['127.0.0.1', '::1'] : [],
          symbols: [],
        })
        return { apiKey: key.apiKey, secret: secret ?? '' }
      }),
    ],
  }

  /** Once for each realm: afterwards its clientOid is used. */
  async function fundFutures(owner: { readonly userId: string; readonly realm: 'live' | 'paper' }) {
    try {
      trading.run({
        kind: 'walletMove',
        at: clock.now(),
        ...owner,
        from: 'spot',
        to: 'futures',
        asset: 'USDT',
        atoms: FUTURES_FUNDS,
        clientOid: 'demo-api-key',
        digest: 'demo-api-key',
      })
      await trading.confirm(undefined)
    } catch (error) {
      // Moved before, or spent on spot: the key is good all the same.
      if (!(error instanceof GatewayError)) throw error
    }
  }
}

async function readDemo(dataDir: string) {
  try {
    const text = await readFile(path.join(dataDir, 'demo-account.json'), 'utf8')
    const { loginName, password } = JSON.parse(text) as Record<string, unknown>
    return typeof loginName === 'string' && typeof password === 'string'
      ? { loginName, password }
      : undefined
  } catch {
    return undefined
  }
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
