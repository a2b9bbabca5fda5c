import { workerData } from 'node:worker_threads'
import { createCluster } from './embedded-cluster.ts'

// A separate thread: creating a database takes more memory than running one and frees it only when the thread ends.
await createCluster(workerData as string)
