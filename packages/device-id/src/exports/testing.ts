export {
  createFakeTokenService,
  fakeToken,
  type FakeAnswer,
  type FakeTokenService,
  type FakeTokenServiceOptions,
} from '../testing.ts'
