import { expect, it } from 'vitest'
import { createExchange } from '../../exchange/createExchange.ts'
import { SPOT_SYMBOLS } from '../../exchange/instruments/symbols.ts'
import { dumpPacket } from '../../exchange/state/productsState.ts'
import { readAttackTexts } from '../../testing/readAttackTexts.ts'
import { readCode, readPacket } from './packetInput.ts'
import { claimView, detailView, packetView } from './packetViews.ts'

const ASKED = { asset: 'USDT', amount: '0.000001', count: 1, split: 'equal' } as const
const CODE = 'ABCDEFGHJK'

it('answers greetings of attackers to both sides unchanged (products 8)', () => {
  const exchange = createExchange(SPOT_SYMBOLS)
  const funds = { USDT: String(10n ** 12n) }
  exchange.execute({ kind: 'grant', at: 1, realm: 'live', userId: '1001', key: 'a', funds })
  for (const [at, greeting] of readAttackTexts().entries()) {
    const input = readPacket({ ...ASKED, greeting, clientOid: `c${at}` })
    expect(input.greeting).toBe(greeting.trim())
    const [sender, receiver] = [{ userId: '1001', holder: '1001' }, '1002']
    const more = { at: 2, code: CODE, seed: '07'.repeat(32), expiresAt: 9 }
    exchange.execute({ kind: 'redPacketCreate', ...input, ...sender, ...more })
    const packet = exchange.state.products.packetOf(CODE)
    if (!packet) throw new Error(`Nothing was made of ${greeting}`)
    // The last part ends the packet, so that its code is free for the next one.
    const claim = { at: 3, userId: receiver, holder: receiver, code: CODE }
    exchange.execute({ kind: 'redPacketClaim', ...claim })
    const dump = dumpPacket(packet)
    const views = [packetView(dump), claimView(dump, 0), detailView(dump, receiver)]
    expect(JSON.parse(JSON.stringify(views))).toEqual(
      views.map((view) => ({ ...view, greeting: input.greeting })),
    )
  }
})

it('takes nothing of attackers for a code (products 8)', () => {
  for (const text of readAttackTexts())
    expect(readCode(text)).toMatch(/^([0-9A-HJKMNP-TV-Z]{10})?$/)
})
