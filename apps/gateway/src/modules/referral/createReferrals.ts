import type { InvitedUser, Page, ReferralOverview, ReferralRebate } from '@x/api'
import { formatUnits } from '@x/decimal'
import type { Clock, Random } from '@x/kit'
import { scaleOf } from '../../exchange/instruments/symbols.ts'
import type { Database } from '../../platform/db/Database.ts'
import { pageOf, readPage } from '../../platform/http/page.ts'
import { GatewayError } from '../../platform/http/route.ts'
import { codeOf, countInvited, invitedBy, rebatesOf, receivedBy } from './queries.ts'
import { REBATE_PLAN, type RebatePlan, rulesOn } from './rebateRules.ts'

export interface ReferralsOptions {
  readonly db: Database
  readonly clock: Clock
  readonly random: Random
  readonly plan?: RebatePlan | undefined
}

interface PageParams {
  readonly cursor?: string
  readonly limit?: string
}

/** Letters and digits that nobody confuses. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_LENGTH = 8
const TRIES = 5
const DAY_MS = 86_400_000
const USER_ID = /^\d{1,16}$/
const PLACE = /^\d{1,15}\.\d{1,6}\.\d{1,6}$/

const amountOf = (atoms: string, asset: string): string =>
  formatUnits(BigInt(atoms), scaleOf(asset), { trim: true })

/** Codes, invited users and rebates as their owner sees them. */
export function createReferrals({ db, clock, random, plan = REBATE_PLAN }: ReferralsOptions) {
  const newCode = () =>
    Array.from(random.bytes(CODE_LENGTH), (byte) => LETTERS[byte % LETTERS.length]).join('')

  /** Made when it is first asked for, and kept. */
  async function ownCode(userId: string): Promise<string> {
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const code = await codeOf(db, { userId, code: newCode(), at: clock.now() })
      if (code !== undefined) return code
    }
    throw new GatewayError('00006', 'There is no free code now, please try again later')
  }

  return {
    async overview(userId: string): Promise<ReferralOverview> {
      const code = await ownCode(userId)
      const [invited, received] = await Promise.all([
        countInvited(db, code),
        receivedBy(db, userId),
      ])
      const rules = rulesOn(plan, Math.floor(clock.now() / DAY_MS))
      return {
        code,
        percent: String(rules.percent),
        days: rules.days,
        invited,
        received: Object.fromEntries(
          received.map(({ asset, amount }) => [asset, amountOf(amount, asset)]),
        ),
      }
    },
    async invited(userId: string, params: PageParams): Promise<Page<InvitedUser>> {
      const request = readPage(params, { cursorPattern: USER_ID })
      const code = await ownCode(userId)
      return pageOf(request, async (limit) =>
        (await invitedBy(db, { code, cursor: request.cursor, limit })).map(
          ({ id, created_at }) => ({
            item: { user: `****${id.slice(-4)}`, at: Number(created_at) },
            cursor: id,
          }),
        ),
      )
    },
    async rebates(userId: string, params: PageParams): Promise<Page<ReferralRebate>> {
      const request = readPage(params, { cursorPattern: PLACE })
      return pageOf(request, async (limit) =>
        (await rebatesOf(db, { userId, cursor: request.cursor, limit })).map(
          ({ place, at, asset, amount }) => ({
            item: { rebateId: place, at: Number(at), asset, amount: amountOf(amount, asset) },
            cursor: place,
          }),
        ),
      )
    },
  }
}
