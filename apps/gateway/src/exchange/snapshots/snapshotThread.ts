/** The thread that writes snapshots of the journal in a folder. */
import { createRecordReader } from '../journal/recordReader.ts'
import { serveSnapshots } from './serveSnapshots.ts'

serveSnapshots(({ dir }, { nextSeq }) => createRecordReader(dir, { nextSeq }))
