import { expect, it } from 'vitest'
import { walletOver } from './walletOver.ts'

const answering = (answers: Readonly<Record<string, unknown>>) => {
  const calls: unknown[] = []
  return {
    calls,
    wallet: walletOver({ request: async (call) => (calls.push(call), answers[call.method]) }),
  }
}

it('requests the account and signs the message bytes as hex', async () => {
  const { calls, wallet } = answering({ eth_requestAccounts: ['0xA', '0xB'], personal_sign: '0x5' })
  expect([await wallet.address(), await wallet.sign('é\n', { address: '0xA' })]).toEqual([
    '0xA',
    '0x5',
  ])
  expect(calls).toEqual([
    { method: 'eth_requestAccounts' },
    { method: 'personal_sign', params: ['0xc3a90a', '0xA'] },
  ])
})
it.each([undefined, [], [7], 'text'])(
  'a wallet that names %o as its accounts has none',
  async (accounts) => {
    await expect(answering({ eth_requestAccounts: accounts }).wallet.address()).rejects.toThrow(
      TypeError,
    )
  },
)
it('signs typed data as the JSON that it is given', async () => {
  const { calls, wallet } = answering({ eth_signTypedData_v4: '0x6' })
  expect(await wallet.signTypedData('{}', { address: '0xA' })).toBe('0x6')
  expect(calls).toEqual([{ method: 'eth_signTypedData_v4', params: ['0xA', '{}'] }])
})
it('a signature that is no text is none', async () => {
  await expect(
    answering({ personal_sign: { a: 1 } }).wallet.sign('m', { address: '0xA' }),
  ).rejects.toThrow(TypeError)
})
