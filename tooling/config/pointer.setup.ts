import { beforeEach } from 'vitest'
import { parkPointer } from '../../packages/ui/src/testDevTools.ts'

beforeEach(async () => {
  await parkPointer()
})
