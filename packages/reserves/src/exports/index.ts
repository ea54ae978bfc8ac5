export { type Proof, type ProofPiece, type ProofSibling } from '../proof.ts'
export {
  reserveMessage,
  type Statement,
  type StatementHeight,
  statementText,
} from '../statement.ts'
export { type InclusionProof, verifyInclusion } from '../verifyInclusion.ts'
export { type ProofFault, type Verdict, type VerifyOptions, verifyProof } from '../verifyProof.ts'
export { isReservesError, ReservesError, type ReservesErrorCode } from '../ReservesError.ts'
