import { describe, expect, it } from 'vitest'
import { listEndpoints } from './contract.ts'
import { commonErrors, isRaw, type Endpoint } from './endpoint.ts'
import { subAccountNeed } from './subAccountRights.ts'

const endpoints = listEndpoints().map(({ endpoint }) => endpoint)
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const named = (name: string): Endpoint => {
  const found = endpoints.find((one) => nameOf(one) === name)
  if (!found) throw new RangeError(`There is no ${name}.`)
  return found
}
const fieldsOf = ({ request }: Endpoint): readonly string[] =>
  Object.keys(request?.properties ?? {})
const has = (one: Endpoint, field: string) => fieldsOf(one).includes(field)
const failing = (holds: (one: Endpoint) => boolean) =>
  endpoints.filter((one) => !holds(one)).map(nameOf)
const isWrite = ({ method }: Endpoint) => method === 'POST'
const isPrivate = ({ access }: Endpoint) => access === 'private'
const isDevelopment = ({ developmentOnly }: Endpoint) => developmentOnly === true

describe('what travels in a query', () => {
  it('has no password, code or token in it, which logs would keep', () => {
    const secret = /^(pwd|password|secret|verifyToken|token|signature|.*Code)$/
    expect(
      failing((one) => isWrite(one) || !fieldsOf(one).some((field) => secret.test(field))),
    ).toEqual([])
  })
})

describe('what is encrypted on the way (wire 4)', () => {
  it('is every body with a password, a token or a code', () => {
    const secret = /^(pwd|verifyToken|emailCode|mobileCode|googleCode|newCode|emailPassword)$/
    const open = endpoints.filter(
      (one) => !one.encrypted && fieldsOf(one).some((field) => secret.test(field)),
    )
    expect(open.map(nameOf)).toEqual([])
  })

  it('is what names a person, a session or an address of coins', () => {
    for (const name of [
      'POST /v1/user/verification/submit',
      'POST /v1/user/sub-account/switLogin',
      'POST /v1/user/qr/scan',
      'POST /v1/spot/withdraw/apply',
      'POST /v1/asset/book/add',
      'POST /v1/swap/web3/sign',
    ])
      expect([name, named(name).encrypted]).toEqual([name, true])
  })
})

describe('a step-up', () => {
  it('is refused with its code wherever a token is taken', () => {
    const isLogin = ({ path }: Endpoint) => path.startsWith('/v1/user/login/')
    expect(
      failing((one) => isLogin(one) || one.errors.includes('00005') === has(one, 'verifyToken')),
    ).toEqual([])
  })

  it.each([
    'POST /v1/spot/withdraw/apply',
    'POST /v1/asset/book/add',
    'POST /v1/asset/book/remove',
    'POST /v1/asset/book/whitelist',
    'POST /v1/user/security/withdrawNoPassword',
    'POST /v1/asset/send',
    'POST /v1/redpacket/create',
    'POST /v1/p2p/advert/publish',
    'POST /v1/p2p/order/confirmPutCoin',
    'POST /v1/p2p/payment/add',
    'POST /v1/user/api/create',
    'POST /v1/user/api/change',
    'POST /v1/user/api/remove',
    'POST /v1/user/password/change',
    'POST /v1/user/security/secondFactor',
    'POST /v1/user/security/fido2/create',
    'POST /v1/user/security/fido2/remove',
    'POST /v1/user/account/close',
    'POST /v1/user/sub-account/create',
    'POST /v1/user/sub-account/rights',
    'POST /v1/user/sub-account/login',
  ])('is asked for by %s', (name) => {
    const one = named(name)
    expect([has(one, 'verifyToken'), one.encrypted, one.access]).toEqual([true, true, 'private'])
  })
})

describe('a key of a request', () => {
  /** They name an order that there is, or text that a retry may send twice. */
  const REFERENCES = /\/(order\/(cancel|amend)|p2p\/order\/(message|file))$/

  it('is refused for another request wherever one is taken', () => {
    expect(
      failing(
        (one) =>
          !isWrite(one) ||
          !has(one, 'clientOid') ||
          REFERENCES.test(one.path) ||
          one.errors.includes('40902'),
      ),
    ).toEqual([])
  })

  it('is taken by every write that moves funds of an amount', () => {
    const moves = endpoints.filter(
      (one) =>
        isWrite(one) &&
        isPrivate(one) &&
        has(one, 'amount') &&
        // Prices and terms move nothing; an advert that is edited keeps its number.
        !/\/(quote|change|edit)$/.test(one.path),
    )
    expect(moves.length).toBeGreaterThan(15)
    expect(moves.filter((one) => !has(one, 'clientOid')).map(nameOf)).toEqual([])
  })

  it.each([
    'POST /v1/asset/transfer',
    'POST /v1/asset/send',
    'POST /v1/asset/move',
    'POST /v1/spot/withdraw/apply',
    'POST /v1/convert/accept',
    'POST /v1/earn/subscribe',
    'POST /v1/earn/redeem',
    'POST /v1/margin/borrow',
    'POST /v1/margin/repay',
    'POST /v1/redpacket/create',
    'POST /v1/p2p/order/create',
    'POST /v1/copy/follow/open',
  ])('is demanded by %s', (name) => {
    expect(named(name).request?.required ?? []).toContain('clientOid')
  })
})

describe('a list in pages', () => {
  const isPage = ({ response }: Endpoint) =>
    !isRaw(response) &&
    ['items', 'next'].every((name) => name in ((response['properties'] ?? {}) as object))

  it('takes a cursor and a limit, and nothing else does', () => {
    const pages = endpoints.filter(isPage)
    expect(pages.length).toBeGreaterThan(20)
    expect(failing((one) => isPage(one) === has(one, 'cursor'))).toEqual([])
    expect(pages.filter((one) => !has(one, 'limit')).map(nameOf)).toEqual([])
  })

  it('is read, never written', () => {
    expect(endpoints.filter((one) => isPage(one) && isWrite(one)).map(nameOf)).toEqual([])
  })
})

describe('roles', () => {
  it('stand at private endpoints only, and no role of two names', () => {
    expect(failing((one) => !one.roles || isPrivate(one))).toEqual([])
    const known = ['trader', 'sub-account', 'agency']
    expect(failing(({ roles = [] }) => roles.every((role) => known.includes(role)))).toEqual([])
  })

  it('keep sub-accounts from writes of the main account only (products 7)', () => {
    const forbids = ({ roles }: Endpoint) => roles !== undefined && !roles.includes('sub-account')
    expect(
      failing((one) => !isWrite(one) || !forbids(one) || subAccountNeed(one) === 'main'),
    ).toEqual([])
  })

  it.each([
    ['POST /v1/spot/withdraw/apply', ['trader']],
    ['POST /v1/asset/book/whitelist', ['trader']],
    ['POST /v1/user/sub-account/create', ['trader']],
    ['POST /v1/user/account/close', ['trader']],
    ['POST /v1/asset/send', ['trader', 'agency']],
    ['POST /v1/p2p/order/create', ['trader', 'agency']],
    ['POST /v1/redpacket/claim', ['trader', 'agency']],
    ['POST /v1/earn/subscribe', ['trader', 'agency']],
  ])('let %s be called by %j', (name, roles) => expect(named(name).roles).toEqual(roles))

  it.each(['POST /v1/spot/order/place', 'POST /v1/asset/transfer', 'POST /v1/convert/accept'])(
    'leave %s to every account',
    (name) => expect(named(name).roles).toBeUndefined(),
  )
})

describe('realms', () => {
  const only = (realm: 'live' | 'paper') =>
    endpoints.filter(({ realms }) => realms?.length === 1 && realms[0] === realm)

  it('are one or none, and never named where there is no session', () => {
    expect(failing(({ realms }) => realms === undefined || realms.length === 1)).toEqual([])
    expect(failing((one) => one.realms === undefined || isPrivate(one))).toEqual([])
  })

  it('keep coins that leave the account out of paper', () => {
    const leaving =
      /^\/v1\/(spot\/withdraw|asset\/(book|deposit|send|transfer)|convert|swap|p2p|earn|red\w+)\//
    expect(
      failing(
        (one) => !isPrivate(one) || !leaving.test(`${one.path}/`) || only('live').includes(one),
      ),
    ).toEqual([])
  })

  it('keep funds without worth out of the live one', () => {
    expect(only('paper').map(nameOf)).toEqual([
      'GET /v1/spot/paper/account',
      'POST /v1/spot/paper/reset',
      'POST /v1/spot/paper/topup',
      'POST /v1/paper/market',
    ])
  })
})

describe('what only a development gateway serves', () => {
  it('is everything under its path, and the market of tests', () => {
    expect(failing((one) => !one.path.startsWith('/v1/dev/') || isDevelopment(one))).toEqual([])
    const others = endpoints.filter((one) => isDevelopment(one) && !one.path.startsWith('/v1/dev/'))
    expect(others.map(nameOf)).toEqual([
      'POST /v1/paper/market',
      'GET /v1/mix/config/issuerCertificate',
    ])
  })

  it('is needed by no user: no session opens it', () => {
    expect(endpoints.filter((one) => isDevelopment(one) && isPrivate(one)).map(nameOf)).toEqual([
      'POST /v1/paper/market',
    ])
  })
})

describe('common refusals', () => {
  const codes = (changes: Partial<Endpoint>) =>
    commonErrors({
      method: 'GET',
      path: '/v1/x',
      summary: 'X.',
      access: 'public',
      signing: 'none',
      response: { contentType: 'text/plain' },
      errors: [],
      ...changes,
    })

  it('are of a public read those that any request may meet', () => {
    expect(codes({})).toEqual(['1', '00006', '40010'])
  })

  it('have of a write the limit of attempts in them', () => {
    expect(codes({ method: 'POST' })).toEqual(['1', '00006', '40010', '42901'])
  })

  it('have of a private read session and signature in them', () => {
    expect(codes({ access: 'private', signing: '1' })).toEqual([
      '1',
      '00006',
      '40010',
      '42901',
      '401',
      '20906',
      '20205',
      '40901',
      '40301',
      '00020',
      '00021',
      '00022',
      '00023',
    ])
  })

  it('have of a log-in signature and device in them, no session', () => {
    const login = codes({ method: 'POST', encrypted: true })
    expect(login).toEqual(expect.arrayContaining(['40301', '00020', '00023', '42901']))
    expect(login).not.toContain('20906')
  })
})

describe('what the exchange refuses, and the contract names', () => {
  it.each([
    // An order for a margin account is judged by limit, pool and level (futures 7).
    ['POST /v1/spot/order/place', ['40215', '40220', '40221', '40222']],
    ['POST /v1/spot/order/amend', ['40215', '40220', '40221', '40222']],
    ['POST /v1/margin/borrow', ['40215', '40220', '40221', '40222', '40902']],
    ['POST /v1/margin/repay', ['40201', '40223', '40902']],
    ['POST /v1/margin/leverage', ['40211', '40214']],
    // Funds leave a margin account above its level only, and a futures wallet above its margin.
    ['POST /v1/asset/move', ['40201', '40205', '40215', '40222', '40902']],
    // Nothing leaves while a deposit is contested (wallet 3).
    ['POST /v1/spot/withdraw/apply', ['00004', '40201', '40209', '40902']],
    ['POST /v1/asset/send', ['00004', '40201', '40209', '40902']],
    ['POST /v1/swap/web3/sign', ['00004', '40201', '40231']],
    ['POST /v1/redpacket/create', ['00004', '40201', '40902']],
    ['POST /v1/p2p/advert/publish', ['00004', '40201', '40241', '40902']],
    ['POST /v1/p2p/advert/edit', ['00004', '40201', '40241', '40401']],
    ['POST /v1/p2p/order/create', ['00004', '40201', '40240', '40241', '40401', '40902']],
    ['POST /v1/spot/algo/place', ['40902', '42902']],
    ['POST /v1/futures/position/reverse', ['40210', '40212', '40213', '40217', '40902']],
  ] as const)('are for %s %j', (name, codes) => {
    const { errors } = named(name)
    expect(codes.filter((code) => !errors.includes(code))).toEqual([])
  })
})
