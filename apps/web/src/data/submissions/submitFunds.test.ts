import { createSeededRandom } from '@x/kit/testing'
import type { RequestClient } from '@x/request'
import { connectionLost } from '@x/request/testing'
import { expect, it } from 'vitest'
import { createSubmitter } from './createSubmitter.ts'
import { submitFunds } from './submitFunds.ts'

it.each([
  ['accepted', async (): Promise<null> => null],
  ['failed', (): Promise<null> => Promise.reject(connectionLost())],
] as const)('sends once and refetches funds: %s', async (status, answer) => {
  const polled: string[] = []
  const sent: unknown[] = []
  const post = (path: string, options: object) => (sent.push([path, options]), answer())
  const submitter = createSubmitter<{ amount: string }>({
    client: { post } as unknown as Pick<RequestClient, 'post'>,
    random: createSeededRandom(1),
    decided: [],
    pending: {
      find: () => undefined,
      list: () => [],
      touch: () => undefined,
      add: () => {},
      remove: () => {},
    },
  })
  const send = submitFunds(
    { amount: '1' },
    {
      submitter,
      forceNew: false,
      path: '/asset/transfer',
      changed: [{ type: 'funds' }, { type: 'history' }],
    },
  )
  const dispatch = ({ type }: { readonly type: string }) => polled.push(type)
  const submitted = await send(dispatch as unknown as Parameters<typeof send>[0])
  expect(submitted.status).toBe(status)
  expect(polled).toEqual(['funds', 'history'])
  expect(sent).toEqual([
    [
      '/asset/transfer',
      {
        data: { amount: '1', clientOid: expect.stringMatching(/^w[0-9a-f]{24}$/) as string },
        silent: true,
        idempotencyField: 'clientOid',
        retries: 1,
      },
    ],
  ])
})
