import { useState } from 'react'
import { Pagination } from '@x/ui/pagination'

export function Pager({ total }: { readonly total: number }) {
  const [page, setPage] = useState(1)
  const [pageSize, setPageSize] = useState(10)
  return (
    <Pagination
      label="Trades"
      total={total}
      page={page}
      onPageChange={setPage}
      pageSize={pageSize}
      onPageSizeChange={setPageSize}
    />
  )
}
