import { serveTasks } from './serve-tasks.ts'
import { MEDIA_LIBRARIES, MEDIA_TASKS } from './tasks.ts'

serveTasks(MEDIA_TASKS, { libraries: MEDIA_LIBRARIES })
