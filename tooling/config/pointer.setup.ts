import { beforeEach } from 'vitest'
import { parkPointer } from '../../packages/ui/src/testing/support/devTools.ts'

beforeEach(async () => {
  await parkPointer()
})
