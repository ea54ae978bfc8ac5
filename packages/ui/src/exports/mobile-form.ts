export {
  checkAddress,
  checkName,
  checkPhone,
  MOBILE_LIMITS,
  MOBILE_PROMPTS,
  mobileChecks,
  mobilePrompt,
  type MobileCheck,
  type MobileFault,
  type MobileField,
} from '../mobile-form/mobileChecks.ts'
