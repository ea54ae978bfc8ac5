import { createApi } from '@reduxjs/toolkit/query/react'
import { createBaseQuery, type QueryArguments } from '@x/request'
import { injectApiSlice, API_PATH } from './injectApiSlice.ts'
import type { DataServices } from './dataServices.ts'

/**
 * Everything the server knows of this user, cached by RTK Query. Features inject their endpoints.
 */
export const api = createApi({
  reducerPath: API_PATH,
  baseQuery: (args: QueryArguments, { signal, extra }) =>
    createBaseQuery((extra as DataServices).client)(args, { signal }),
  tagTypes: ['User', 'Assets', 'OpenOrders', 'Ended', 'Fills'],
  endpoints: () => ({}),
})

injectApiSlice(api)
