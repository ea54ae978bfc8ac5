import { createApi } from '@reduxjs/toolkit/query/react'
import { createBaseQuery, type QueryArguments } from '@x/request'
import { joinQueries, QUERIES } from './lateQueries.ts'
import type { DataServices } from './dataServices.ts'

/**
 * Everything the server knows of this user, cached by RTK Query. Features inject their endpoints.
 */
export const api = createApi({
  reducerPath: QUERIES,
  baseQuery: (args: QueryArguments, { signal, extra }) =>
    createBaseQuery((extra as DataServices).client)(args, { signal }),
  tagTypes: ['User', 'Assets', 'OpenOrders', 'Ended', 'Fills'],
  endpoints: () => ({}),
})

joinQueries(api)
