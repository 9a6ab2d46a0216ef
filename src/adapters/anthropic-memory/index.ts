export { type MemoryToolHandlers, type MemoryToolResult, memoryTool } from './memory-tool.js'
