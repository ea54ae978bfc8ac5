export {
  createTestConfig,
  testClientKeys,
  testServerIdentity,
  type TestKeyPair,
} from '../testing.ts'
