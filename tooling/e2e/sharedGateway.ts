import { createGatewayHome, type RunningGateway } from './gateway.ts'

const DATA_DIR = 'E2E_BLANK_DATA_DIR'
const GATEWAY = 'E2E_SHARED_GATEWAY'

/** Pages draw half as often as in the normal market. */
export const CALM = 'calm'
/** A cheap proof of work before each mailed code, and every chain whose node is installed. */
const EASY = { CAPTCHA_COST: '50', MARKET_SCENARIO: CALM, DEVELOPMENT_CHAINS: '' }

/** A gateway that no journey stops. */
export type SharedGateway = Pick<RunningGateway, 'url' | 'demo'>

/** The data folder that each journey copies; `undefined` outside a Playwright run. */
export const blankDataDir = (): string | undefined => process.env[DATA_DIR]

/** The gateway of all workers. */
export function sharedGateway(): SharedGateway {
  const text = process.env[GATEWAY]
  if (text === undefined) throw new Error('The shared gateway runs in a Playwright run only.')
  return JSON.parse(text) as SharedGateway
}

/**
 * Creates the tables once for the whole run, and starts the gateway that most journeys share: a
 * start costs as much CPU as a journey, and a running gateway a tenth of a core.
 */
export default async function prepareGateways(): Promise<() => Promise<void>> {
  const blank = createGatewayHome()
  const first = await blank.start()
  await first.stop()
  process.env[DATA_DIR] = blank.dataDir
  const shared = createGatewayHome({ like: blank.dataDir })
  const gateway = await shared.start(EASY, { isBrief: false })
  const { url, demo } = gateway
  process.env[GATEWAY] = JSON.stringify({ url, demo } satisfies SharedGateway)
  return async () => {
    await gateway.stop()
    shared.remove()
    blank.remove()
  }
}
