import type { P2pAppealCase } from '@x/api'
import { describe, expect, it } from 'vitest'
import { agentSection } from './agents.ts'
import { appealSection } from './appealSection.ts'
import { auditSection } from './auditSection.ts'
import { coldSection } from './coldSection.ts'
import type { HeldDeposit } from './createHeldDeposits.ts'
import type { OperatorActions } from './createOperatorActions.ts'
import type { OperatorSession } from './createOperatorSessions.ts'
import { earnSection } from './earnSection.ts'
import { heldSection } from './heldSection.ts'
import { identitySection } from './identitySection.ts'
import { loginPage, overviewPage } from './operatorPages.ts'
import { rulesSection } from './rulesSection.ts'

/** What a user or a node could write to break out of a page. */
const HOSTILE = `"'><script>alert(1)</script>&amp;`
const SAFE = '&#34;&#39;&#62;&#60;script&#62;alert(1)&#60;/script&#62;&#38;amp;'
const AT = Date.UTC(2026, 10, 29, 18, 9, 8)

const session: OperatorSession = {
  operator: { name: 'ann', password: '', totpSecret: '', publicKey: '' },
  formToken: 'form-token',
}
const actions: Pick<OperatorActions, 'nameOf'> = { nameOf: (id) => `name of ${id}` }
const deposit: HeldDeposit = {
  key: 'evm-a:0xaa:0',
  network: 'evm-a',
  txHash: '0xaa',
  userId: 'u1',
  asset: 'USDT',
  amount: '1.5 USDT',
  state: 'held',
  reason: 'risk',
  isListed: true,
  wanted: undefined,
}
const appeal: P2pAppealCase = {
  orderId: '31',
  buyer: 'b1',
  seller: 's1',
  asset: 'USDT',
  amount: '50',
  fiat: 'EUR',
  total: '50',
  paidAt: AT,
  appealedBy: 'buyer',
  reason: 'No coins',
  appealedAt: AT,
  messages: [],
}
const form = {
  name: 'Ann',
  birthDate: '1990-01-02',
  country: 'DE',
  documentType: 'passport',
  documentNumber: 'C01',
} as const

/** What a reader sees. */
const wordsOf = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
/** Where the forms of a section go. */
const targetsOf = (html: string): readonly string[] =>
  [...html.matchAll(/(?:form)?action="([^"]*)"/g)].map(([, target = '']) => target)

describe('text of others', () => {
  const sections: readonly (readonly [string, string])[] = [
    ['agents', agentSection({ session, agents: [HOSTILE] }).body],
    [
      'appeals',
      appealSection({
        session,
        appeals: [
          { ...appeal, buyer: HOSTILE, seller: HOSTILE, reason: HOSTILE, fiat: HOSTILE },
          {
            ...appeal,
            orderId: HOSTILE,
            messages: [
              { messageId: '1', orderId: '31', at: AT, from: 'buyer', text: HOSTILE, fileId: null },
              { messageId: '2', orderId: '31', at: AT, from: 'seller', text: '', fileId: HOSTILE },
            ],
          },
        ],
      }).body,
    ],
    [
      'the audit log',
      auditSection({
        query: { user: HOSTILE, order: HOSTILE },
        found: [{ at: AT, entry: HOSTILE }],
      }).body,
    ],
    ['reserves', coldSection({ session, unsigned: [{ address: HOSTILE, text: HOSTILE }] }).body],
    [
      'the earn pool',
      earnSection({
        session,
        earn: {
          assets: [{ asset: HOSTILE, balance: '1', treasury: '1', paused: [HOSTILE] }],
          fillings: [{ at: AT, asset: 'USDT', amount: '1', from: HOSTILE, key: HOSTILE }],
          key: HOSTILE,
        },
      }).body,
    ],
    [
      'held deposits',
      heldSection({
        session,
        actions: { nameOf: (id) => id },
        held: [
          { ...deposit, key: HOSTILE, network: HOSTILE, txHash: HOSTILE, reason: HOSTILE },
          { ...deposit, asset: HOSTILE, isListed: false, wanted: HOSTILE, userId: HOSTILE },
        ],
      }).body,
    ],
    [
      'identity forms',
      identitySection({
        session,
        identities: [
          {
            userId: HOSTILE,
            submittedAt: AT,
            form: { ...form, name: HOSTILE, birthDate: HOSTILE, documentNumber: HOSTILE },
            files: ['front'],
          },
        ],
      }).body,
    ],
    [
      'rules',
      rulesSection({
        session,
        rules: {
          version: 1,
          next: [{ version: 2, change: HOSTILE }],
          followers: [{ name: HOSTILE, knownRules: 1 }],
        },
      }).body,
    ],
  ]

  it.each(sections)('is text and never code in the section of %s', (_section, html) => {
    expect(html).not.toMatch(/<script|"'>|[^&#0-9;]alert/)
    expect(html).toContain(SAFE)
  })

  it.each(sections)('leaves every form of the section of %s its token', (_section, html) => {
    const posts = html.match(/<form method="post"/g)?.length ?? 0
    const tokens = html.match(/<input type="hidden" name="form" value="form-token">/g)?.length ?? 0
    expect(tokens).toBe(posts)
  })
})

describe('the section of held deposits', () => {
  const htmlOf = (changes: Partial<HeldDeposit>) =>
    heldSection({ session, actions, held: [{ ...deposit, ...changes }] })

  it('offers to credit and to return', () => {
    const { body, waiting } = htmlOf({})
    expect(waiting).toBe(1)
    expect(targetsOf(body)).toEqual([
      '/deposits/evm-a:0xaa:0/credit',
      '/deposits/evm-a:0xaa:0/return',
    ])
    expect(wordsOf(body)).toContain('name of evm-a 0xaa u1 1.5 USDT held: risk nobody')
  })

  it('offers no return of what belongs to the exchange', () => {
    const { body } = htmlOf({ userId: null })
    expect(targetsOf(body)).toEqual(['/deposits/evm-a:0xaa:0/credit'])
    expect(wordsOf(body)).toContain('the exchange')
  })

  it('offers nothing for an asset that is in no ledger', () => {
    const { body } = htmlOf({ isListed: false, amount: '15', asset: '0xtoken' })
    expect(targetsOf(body)).toEqual([])
    expect(wordsOf(body)).toContain('15 units of 0xtoken')
  })

  it('says what the first operator wants', () => {
    expect(wordsOf(htmlOf({ wanted: 'bob: credit 1 USDT' }).body)).toContain('bob: credit 1 USDT')
  })

  it('says that nothing waits', () => {
    const { body, waiting } = heldSection({ session, actions, held: [] })
    expect([waiting, body.includes('None.')]).toEqual([0, true])
  })
})

describe('the section of appeals', () => {
  it('offers both rulings of each order', () => {
    const { body, waiting } = appealSection({ session, appeals: [appeal] })
    expect(waiting).toBe(1)
    expect(targetsOf(body)).toEqual(['/appeals/31/release', '/appeals/31/refund'])
    expect(wordsOf(body)).toContain('Buyer b1 Seller s1 50 USDT 50 EUR Paid 2026-11-29 18:09:08')
  })

  it('says that nobody says to have paid', () => {
    const { body } = appealSection({ session, appeals: [{ ...appeal, paidAt: null }] })
    expect(wordsOf(body)).toContain('Paid never')
  })

  it('links pictures, and shows what was written', () => {
    const messages = [
      { messageId: '1', orderId: '31', at: AT, from: 'buyer', text: 'Here it is', fileId: null },
      { messageId: '2', orderId: '31', at: AT, from: 'seller', text: '', fileId: '9' },
    ] as const
    const { body } = appealSection({ session, appeals: [{ ...appeal, messages: [...messages] }] })
    expect(wordsOf(body)).toContain('buyer: Here it is 2026-11-29 18:09:08 UTC seller: Picture 9')
    expect(body).toContain('<a href="/appeals/31/pictures/9">Picture 9</a>')
  })
})

describe('the section of identities', () => {
  it('shows the person, the document and each picture', () => {
    const { body, waiting } = identitySection({
      session,
      identities: [{ userId: 'u1', submittedAt: AT, form, files: ['front', 'back'] }],
    })
    expect(waiting).toBe(1)
    expect(wordsOf(body)).toContain('Ann 1990-01-02 DE passport C01')
    expect(body).toContain(
      '<a href="/identities/u1/back"><img src="/identities/u1/back" alt="back"',
    )
    expect(targetsOf(body)).toEqual(['/identities/u1/approve', '/identities/u1/refuse'])
  })

  it('says so where the form cannot be opened any more', () => {
    const { body } = identitySection({
      session,
      identities: [{ userId: 'u1', submittedAt: AT, form: undefined, files: [] }],
    })
    expect(wordsOf(body)).toContain('Sealed with another key.')
  })
})

describe('the section of rules', () => {
  it('offers each later version, and says who could follow', () => {
    const { body } = rulesSection({
      session,
      rules: {
        version: 1,
        next: [
          { version: 2, change: 'Fees round up.' },
          { version: 3, change: 'More.' },
        ],
        followers: [{ name: 'replica-b', knownRules: 2 }],
      },
    })
    expect(targetsOf(body)).toEqual(['/rules/2/upgrade', '/rules/3/upgrade'])
    expect(wordsOf(body)).toContain('Version 1 is in force.')
    expect(wordsOf(body)).toContain('replica-b 2')
  })
})

describe('the section of the audit log', () => {
  const query = { user: '7', order: '' }

  it('lists nothing before somebody searched', () => {
    const { body } = auditSection({ query, found: undefined })
    expect(body).not.toContain('None.')
    expect(body).toContain('<input name="user" value="7">')
  })

  it('says that nothing was found', () => {
    expect(auditSection({ query, found: [] }).body).toContain('None.')
  })

  it('shows an entry as it was hashed', () => {
    const { body } = auditSection({ query, found: [{ at: AT, entry: '{"seq":1}' }] })
    expect(body).toContain('<code>{&#34;seq&#34;:1}</code>')
  })
})

describe('the section of the earn pool', () => {
  it('names the products that wait for funds', () => {
    const asset = { asset: 'USDT', balance: '1', treasury: '2' }
    const bodyOf = (paused: readonly string[]) =>
      wordsOf(
        earnSection({ session, earn: { assets: [{ ...asset, paused }], fillings: [], key: 'k' } })
          .body,
      )
    expect(bodyOf(['flexible', 'fixed-30'])).toContain('USDT 1 2 flexible, fixed-30')
    expect(bodyOf([])).toContain('USDT 1 2 none')
  })
})

describe('the whole page', () => {
  const page = (notice?: string) =>
    overviewPage({
      session: { ...session, operator: { ...session.operator, name: HOSTILE } },
      actions: {
        ...actions,
        reviews: () => [
          {
            text: HOSTILE,
            withdrawal: {
              id: 7,
              userId: 'u1',
              clientOid: 'w',
              network: 'evm-a',
              asset: 'USDT',
              address: HOSTILE,
              amount: 150_000_000_000n,
              fee: 100_000_000n,
              value: 0n,
              state: 'review',
              reason: 'large',
              approvals: [{ approver: 'bob', signature: 's', at: AT }],
              payments: [],
              createdAt: AT,
              updatedAt: AT,
            },
          },
        ],
        waiting: () => [],
        networks: () => [
          { id: 'evm-a', height: undefined, pause: undefined },
          { id: 'evm-b', height: 0, pause: HOSTILE },
        ],
        hotBalances: async () => [],
        approve: async () => '',
        reject: async () => '',
        appeals: async () => [],
        picture: () => Promise.reject(new Error('none')),
        rule: async () => '',
        pause: async () => '',
        resume: async () => '',
      },
      hot: [
        { network: 'evm-a', asset: 'USDT', address: undefined, balance: undefined, waiting: '0' },
        { network: 'evm-a', asset: 'ETH', address: '0xhot', balance: '0', waiting: '3' },
      ],
      held: [],
      unsigned: [],
      appeals: [],
      entries: [{ at: AT, operator: HOSTILE, action: 'login', subject: '', outcome: HOSTILE }],
      notice,
      identities: [],
      agents: [],
      earn: { assets: [], fillings: [], key: 'k' },
      rules: { version: 1, next: [], followers: [] },
      query: { user: '', order: '' },
      found: undefined,
    })

  it('runs no code that a name, an address or an outcome holds', () => {
    expect(page(HOSTILE)).not.toContain('<script>alert')
    expect(page(HOSTILE)).toContain(`<p role="status">${SAFE}</p>`)
    expect(page()).toContain(`data-sign="${SAFE}"`)
  })

  it('announces an outcome only where there is one', () => {
    expect(page('done')).toContain('<p role="status">done</p>')
    expect(page()).not.toContain('role="status"')
  })

  it('shows a withdrawal with amounts of its asset, and who approved it', () => {
    expect(wordsOf(page())).toContain('1500 USDT, fee 1 USDT')
    expect(wordsOf(page())).toContain('large bob')
  })

  it('separates block 0 from a node that does not answer', () => {
    expect(wordsOf(page())).toContain('name of evm-a no answer runs')
    expect(wordsOf(page())).toContain('name of evm-b 0')
  })

  it('offers to pause what runs and to resume what does not', () => {
    const targets = targetsOf(page())
    expect(targets).toContain('/networks/evm-a/pause')
    expect(targets).toContain('/networks/evm-b/resume')
    expect(targets).not.toContain('/networks/evm-b/pause')
  })

  it('separates a hot address without coins from an unknown one', () => {
    expect(wordsOf(page())).toContain('name of evm-a USDT no answer 0 no answer')
    expect(wordsOf(page())).toContain('name of evm-a ETH 0 3 0xhot')
  })

  it('links every section of the page', () => {
    const html = page()
    const links = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id = '']) => id)
    const ids = [...html.matchAll(/<section id="([^"]+)"/g)].map(([, id = '']) => id)
    expect(links).toEqual(ids)
    expect(new Set(ids).size).toBe(12)
  })

  it('names every field', () => {
    const bare = page().matchAll(/<(?:input|textarea|select)\b[^>]*>/g)
    const fields = [...bare].map(([tag]) => tag).filter((tag) => !tag.includes('type="hidden"'))
    expect(fields.length).toBeGreaterThan(5)
    const html = page()
    for (const field of fields) {
      const before = html.slice(0, html.indexOf(field))
      expect(before.lastIndexOf('<label>')).toBeGreaterThan(before.lastIndexOf('</label>'))
    }
  })
})

describe('the page of the log-in', () => {
  it('warns only after a refusal', () => {
    expect(loginPage(true)).toContain('role="alert"')
    expect(loginPage(false)).not.toContain('role="alert"')
  })

  it('lets a password manager fill it', () => {
    for (const purpose of ['username', 'current-password', 'one-time-code'])
      expect(loginPage(false)).toContain(`autocomplete="${purpose}"`)
  })
})
