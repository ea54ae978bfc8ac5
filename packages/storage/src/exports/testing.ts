export { createFakeArea, type FakeAreaOptions } from '../testing.ts'
