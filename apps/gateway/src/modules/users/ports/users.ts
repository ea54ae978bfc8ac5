export { tokenDigest } from '../tokenDigest.ts'
/** What other modules may read and change of users. */
export {
  maskEmail,
  maskMobile,
  mobileAddress,
  readEmail,
  readLoginName,
  readMobile,
} from '../loginName.ts'
export { presentUser } from '../presentUser.ts'
export {
  findUser,
  findUserByEmail,
  findUserByMobileAddress,
  setPasswordHash,
  type User,
} from '../queries.ts'
