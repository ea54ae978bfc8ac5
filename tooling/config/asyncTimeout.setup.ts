import { configure } from '@testing-library/react'

// Its own second ends sound tests on a busy machine.
configure({ asyncUtilTimeout: 60_000 })
