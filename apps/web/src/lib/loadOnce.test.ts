import { expect, it } from 'vitest'
import { loadOnce } from './loadOnce.ts'

it('loads once for everybody who asks', async () => {
  let loads = 0
  const part = loadOnce(async () => ++loads)
  expect(await Promise.all([part(), part(), part()])).toEqual([1, 1, 1])
  expect(await part()).toBe(1)
})

it('rejects for those who waited and tries again for the next', async () => {
  const answers = [Promise.reject(new Error('offline')), Promise.resolve('here')]
  const part = loadOnce(() => answers.shift() ?? Promise.resolve('too often'))
  const waiting = [part(), part()]
  await expect(Promise.allSettled(waiting)).resolves.toMatchObject([
    { status: 'rejected' },
    { status: 'rejected' },
  ])
  expect(await part()).toBe('here')
})
