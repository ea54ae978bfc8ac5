import { lazy } from 'react'

/** Fetched where it is opened. */
export const LazyLoanDialog = /* @__PURE__ */ lazy(() => import('./LoanDialog.tsx'))
