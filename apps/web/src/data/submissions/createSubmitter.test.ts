import { createManualClock, createMemoryStorage, createSeededRandom } from '@x/kit/testing'
import { type RequestClient, RequestError } from '@x/request'
import { expect, it } from 'vitest'
import { createSubmitter } from './createSubmitter.ts'
import { createPendingSubmissions } from './pendingSubmissions.ts'

const terms = { asset: 'USDT', amount: '2' }
const LOST = new RequestError('network', { message: 'x' })
const refused = (code: string) => new RequestError('business', { code, message: 'x' })

/** One tab; each form has its own submitter. What is sent is answered by the list. */
function setUp(answers: readonly (Error | undefined)[] = []) {
  const storage = createMemoryStorage()
  const random = createSeededRandom(1)
  const keys: string[] = []
  const form = () => {
    const post = async (_path: string, { data }: { readonly data: { clientOid: string } }) => {
      const answer = answers[keys.push(data.clientOid) - 1]
      if (answer) throw answer
      return 'done'
    }
    const submitter = createSubmitter<typeof terms>({
      client: { post } as unknown as Pick<RequestClient, 'post'>,
      random,
      decided: ['40201'],
      pending: createPendingSubmissions({
        kind: 'transfers',
        storage,
        clock: createManualClock(),
        owner: () => '7 live',
      }),
    })
    return {
      ...submitter,
      submit: (of = terms, options: { forceNew?: boolean } = {}) =>
        submitter.submit<string>(of, { path: '/asset/transfer', ...options }),
    }
  }
  return { form, keys, kept: () => storage.get('x:unansweredTransfers') }
}

it('sends under a valid key, a new one after each response (wire 10)', async () => {
  const { form, keys, kept } = setUp()
  const { submit } = form()
  expect(await submit()).toEqual({ status: 'accepted', response: 'done', isRepeated: false })
  await submit()
  expect(keys.every((key) => /^[A-Za-z0-9_-]{1,64}$/.test(key))).toBe(true)
  expect([new Set(keys).size, kept()]).toEqual([2, null])
})

it('keeps the key of equal terms while their outcome is unknown', async () => {
  const { form, keys } = setUp([LOST])
  const { submit, findInDoubt } = form()
  expect(await submit()).toEqual({
    status: 'failed',
    error: LOST,
    isUnknown: true,
    clientOid: keys[0],
  })
  expect(findInDoubt(terms)).toBeUndefined()
  await submit({ ...terms, amount: '3' })
  expect(findInDoubt(terms), 'the form says it of its last one alone').toBeDefined()
  expect(await submit()).toMatchObject({ status: 'accepted', isRepeated: true })
  expect([keys[1] === keys[0], keys[2] === keys[0]]).toEqual([false, true])
})

it('finds a doubtful order in another submitter, to repeat or renew', async () => {
  const { form, keys } = setUp([LOST])
  await form().submit()
  const { submit, findInDoubt } = form()
  expect(findInDoubt({ ...terms, amount: '2.0' })).toMatchObject({ clientOid: keys[0] })
  await submit(terms, { forceNew: true })
  expect([keys[1] === keys[0], findInDoubt(terms)?.clientOid]).toEqual([false, keys[0]])
  await submit()
  expect([keys[2] === keys[0], findInDoubt(terms)]).toEqual([true, undefined])
})

it.each([
  ['says nothing of the first attempt before anybody looked at it', '40301', true],
  ['decides it where the gateway would have known its key', '40201', false],
])('refuses a repetition: %s', async (_what, code, isInDoubt) => {
  const { form } = setUp([LOST, refused(code)])
  await form().submit()
  const { submit, findInDoubt } = form()
  expect(await submit()).toMatchObject({ status: 'failed', isUnknown: false })
  expect(findInDoubt(terms) !== undefined).toBe(isInDoubt)
})

it('a first attempt that is refused is decided, whatever refused it', async () => {
  const { form, keys } = setUp([refused('40301')])
  const { submit, findInDoubt } = form()
  await submit()
  expect(findInDoubt(terms)).toBeUndefined()
  await submit()
  expect(new Set(keys).size).toBe(2)
})

it('removes a submission in doubt that was resolved elsewhere', async () => {
  const { form, keys } = setUp([LOST])
  await form().submit()
  const { settle, findInDoubt } = form()
  settle(keys[0]!)
  expect(findInDoubt(terms)).toBeUndefined()
})
