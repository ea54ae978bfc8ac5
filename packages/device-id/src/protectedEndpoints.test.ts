import { describe, expect, it } from 'vitest'
import { PROTECTED_ENDPOINTS } from './protectedEndpoints.ts'

/** The groups of spec section 7 in order, each with words that one of its paths must contain. */
const SPEC: readonly (readonly [group: string, words: readonly string[]])[] = [
  ['login and login verification', ['user/login', 'login/verify']],
  ['agency login', ['agency/login']],
  ['system login', ['verifySystemLogin']],
  ['QR key status', ['getQrKeyStatus']],
  ['auth login', ['auth/login']],
  ['register by mobile or email', ['register/mobile', 'register/email', 'register/mobileAndEmail']],
  [
    'third-party register, sign and check',
    ['apple', 'google', 'tg', 'wallet', 'oauth'].flatMap((provider) =>
      ['register', 'sign', 'check'].map((verb) => `third/${provider}/${verb}`),
    ),
  ],
  ['third-party bind', ['third/bind/check', 'third/bind/choose']],
  [
    'sub-account switching',
    ['switchLoginDemo', 'switchTradeDemo', 'switLogin', 'switchWeb', 'switchApp'],
  ],
  ['security verification', ['securityVerify', 'withdrawNoPassword', 'fido2/register']],
  ['red packet creation', ['redpacket/create']],
  ['swap web3 sign and withdraw', ['swap/web3/sign', 'swap/web3/withdraw']],
  ['P2P', ['advert/edit', 'advert/publish', 'confirmPutCoin', 'payment/add']],
  ['spot withdraw and batch withdraw query', ['spot/withdraw/apply', 'withdraw/batchQuery']],
  ['message verification code send', ['message/sendCode']],
]

describe('PROTECTED_ENDPOINTS', () => {
  for (const [group, words] of SPEC)
    it(`covers ${group} (spec 7.9)`, () => {
      for (const word of words)
        expect(PROTECTED_ENDPOINTS.filter((path) => path.endsWith(`/${word}`))).not.toEqual([])
    })

  it('contains no other path except login/verify/v2 and no duplicate (spec 7.9)', () => {
    const words = SPEC.flatMap(([, list]) => list)
    const beyond = PROTECTED_ENDPOINTS.filter(
      (path) => !words.some((word) => path.endsWith(`/${word}`)),
    )
    expect(beyond).toEqual(['/v1/user/login/verify/v2'])
    expect(new Set(PROTECTED_ENDPOINTS).size).toBe(PROTECTED_ENDPOINTS.length)
  })

  it('contains full paths (spec 7.9)', () => {
    for (const path of PROTECTED_ENDPOINTS) expect(path).toMatch(/^\/v1(\/[A-Za-z0-9-]+)+$/)
  })
})
