import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createManualClock, type ManualClock } from '@x/kit/testing'
import type { FastifyInstance } from 'fastify'
import { createGateway, type GatewayOptions } from '../app.ts'
import type { Database } from '../platform/db/Database.ts'
import { createAgingDatabase } from './createAgingDatabase.ts'
import { openTestDatabase } from './openTestDatabase.ts'
import { nodeRandom } from '../platform/nodePorts.ts'
import { DEFAULT_REFERRAL } from '../modules/referral/module.ts'
import { silentLog } from '../platform/log/Log.ts'
import { WIDE_ORDER_LIMITS } from '../modules/trading/orderLimits.ts'
import type { DemoAccount } from '../modules/demo-account/demoAccount.ts'
import { testIdentity } from './testIdentity.ts'
import { createTestClient, type TestClient, type TestClientOptions } from './createTestClient.ts'

export interface TestGateway {
  readonly app: FastifyInstance
  readonly db: Database
  readonly dataDir: string
  readonly clock: ManualClock
  readonly demo: DemoAccount | undefined
  /**
   * Lets time pass at once, as over a suspended machine: what expires has expired, and no timer ran
   * meanwhile.
   */
  leap(ms: number): void
  client(options?: TestClientOptions): TestClient
  /** A client at an address of its own, whose limits no other test has used up. */
  visitor(options?: TestClientOptions): TestClient
  /** A user who has just registered and is logged in, at an address of its own. */
  newUser(): Promise<NewUser>
  stop(): Promise<void>
}

export interface NewUser {
  readonly client: TestClient
  readonly email: string
  readonly userId: string
}

const DAY_MS = 86_400_000
/** No day ends during a test that is about the day it begins on. */
const noonOf = (now: number): number => now - (now % DAY_MS) + DAY_MS / 2

/**
 * The whole gateway as it is composed, in this process: its database in memory, its clock
 * controlled by the test, its captchas cheap.
 */
export async function createTestGateway(
  options: Partial<GatewayOptions> = {},
): Promise<TestGateway> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'gateway-'))
  const manual = createManualClock(noonOf(Date.now()))
  let leapt = 0
  const clock: ManualClock = {
    ...manual,
    now: () => manual.now() + leapt,
    monotonic: () => manual.monotonic() + leapt,
  }
  const db = createAgingDatabase(await openTestDatabase())
  const gateway = await createGateway({
    db,
    dataDir,
    clock,
    identity: testIdentity,
    random: nodeRandom(),
    log: silentLog,
    isDevelopment: true,
    marketSource: 'generator',
    referral: DEFAULT_REFERRAL,
    passwordCost: 4,
    captchaWork: { cost: 1, tries: [1, 20] },
    // The test's clock stands still: a minute has no end, and no test is about to log in that often
    // but on purpose.
    loginLimits: { account: 600, address: 600, all: 6_000 },
    // Nobody moves the test's clock while an order travels.
    paperLatencyMs: 0,
    orderLimits: WIDE_ORDER_LIMITS,
    onContractFault(fault) {
      throw new Error(fault)
    },
    ...options,
  })
  await gateway.start()
  const demo = await gateway.prepareDemoAccount()
  let guests = 0
  const client = (clientOptions: TestClientOptions = {}) =>
    createTestClient({ app: gateway.app, clock: options.clock ?? clock, ...clientOptions })
  const visitor = (clientOptions: TestClientOptions = {}) => {
    guests += 1
    return client({ address: `198.18.${guests >> 8}.${guests & 255}`, ...clientOptions })
  }
  return {
    app: gateway.app,
    db,
    dataDir,
    clock,
    demo,
    leap(ms) {
      leapt += ms
      db.age(ms)
    },
    client,
    visitor,
    async newUser() {
      const one = visitor()
      const email = `new-user${guests}@example.com`
      const { data } = await one.register(email)
      return {
        client: one,
        email,
        userId: (data as { userInfo: { userId: string } }).userInfo.userId,
      }
    },
    async stop() {
      await gateway.stop()
      await db.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
