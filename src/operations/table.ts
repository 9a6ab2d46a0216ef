import { listOutputs, pruneOutputs } from './artifact-shelf.js'
import { grepOutput, keepOutput, readOutput } from './artifacts.js'
import { auditLog, verifyAudit } from './audit.js'
import { clearMemory } from './clear.js'
import { readCoreMemory } from './core.js'
import { listTakenDecisions } from './decisions.js'
import { embedTexts } from './embed.js'
import { mergeTwoEntities, splitOneEntity } from './entities.js'
import { extractionLog, extractMemory } from './extraction.js'
import {
  correctOneFact,
  listConflicts,
  listKnownFacts,
  pinOneFact,
  resolveOneConflict,
  restoreOneFact,
  retractOneFact,
  unpinOneFact,
} from './facts.js'
import { askTheGraph } from './graph.js'
import { listAllEntities, lookAroundEntities, showOneEntity } from './graph-picture.js'
import { writeToGraph } from './graph-write.js'
import { showGrowth } from './growth.js'
import { findJunk, lookAfter, reflectOnMemory } from './hygiene.js'
import { importMessages } from './import.js'
import { instruct, listUserInstructions } from './instructions.js'
import { listAllItems } from './items.js'
import { createApiKey, listApiKeys, revokeApiKey } from './keys.js'
import { askKnowledge } from './knowledge-ask.js'
import { attachToTask, detachFromTask } from './knowledge-attach.js'
import { editKnowledge, importKnowledge } from './knowledge-import.js'
import { listKnowledge, showKnowledge } from './knowledge-library.js'
import { mapDocuments, readDocument, readDocumentSection } from './knowledge-read.js'
import {
  deleteKnowledge,
  publishKnowledge,
  rejectKnowledge,
  reopenKnowledge,
  withdrawKnowledge,
} from './knowledge-review.js'
import { searchDocuments } from './knowledge-search.js'
import { captureNote, forgetItem, getItem, traceItem } from './memory.js'
import { listNotes } from './notes.js'
import { listKnownPeople } from './people.js'
import { listKnownProjects } from './projects.js'
import { assembleOnePrompt, replayOnePrompt } from './prompt.js'
import { showOnePrompt } from './prompt-show.js'
import { clearRecallLog, explainSearch, listRecalls, useSearchHits } from './recalls.js'
import { moveRecordFiles } from './record-move.js'
import { recallMemoryRecords } from './record-recall.js'
import { exportRecordFiles, importRecordFiles } from './record-transfer.js'
import { deleteRecord, listRecords, readRecord, saveRecord, updateRecord } from './records.js'
import { listRemotes, recallRemote } from './remote.js'
import { countWaiting, dismissOne, reopenOneConflict, reviewWaiting, undismissOne } from './review.js'
import { loadSample, removeSample } from './sample.js'
import { searchExactWords, searchMemory } from './search.js'
import { showStatus } from './status.js'
import { closeOneTask, listAllTasks, openOneTask, showOneTask, updateOneTask } from './tasks.js'
import { appendToTranscript } from './transcript-append.js'
import { compactTranscript } from './transcript-compact.js'
import { listTranscripts, readTranscript, summariseTranscript, verifyTranscripts } from './transcript-read.js'
import { exportTranscript, repairTranscriptFile, takeTranscript } from './transcript-transfer.js'
import { backUp, exportArchive, takeArchive } from './transfer.js'
import { examine, listBanks, reindexTexts, showStats } from './upkeep.js'
import { showHistory, showUses } from './uses.js'
import { vacuumStore } from './vacuum.js'
import { mergeItems } from './workers.js'
import { approveProposals, declineProposals, listWorkspaceProposals, switchGate } from './workspace.js'
import { listWorkspaceConflicts, resolveWorkspaceConflict } from './workspace-conflicts.js'
import {
  listWorkspaceNotes,
  noteInWorkspace,
  promoteWorkspaceNotes,
  showWorkspaceMemory,
} from './workspace-notes.js'

/** Everything that Recollect can do, under its name in the SDK. All ways in are generated from this table. */
export const operations = {
  capture: captureNote,
  search: searchMemory,
  ftsSearch: searchExactWords,
  explain: explainSearch,
  used: useSearchHits,
  recalls: listRecalls,
  thoughts: listNotes,
  items: listAllItems,
  growth: showGrowth,
  get: getItem,
  trace: traceItem,
  uses: showUses,
  history: showHistory,
  core: readCoreMemory,
  instructions: listUserInstructions,
  instruct,
  facts: listKnownFacts,
  correct: correctOneFact,
  restore: restoreOneFact,
  retract: retractOneFact,
  pin: pinOneFact,
  unpin: unpinOneFact,
  conflicts: listConflicts,
  resolveConflict: resolveOneConflict,
  reopenConflict: reopenOneConflict,
  waiting: countWaiting,
  review: reviewWaiting,
  dismiss: dismissOne,
  undismiss: undismissOne,
  graph: askTheGraph,
  graphWrite: writeToGraph,
  entities: listAllEntities,
  entity: showOneEntity,
  around: lookAroundEntities,
  people: listKnownPeople,
  projects: listKnownProjects,
  decisions: listTakenDecisions,
  mergeEntities: mergeTwoEntities,
  splitEntity: splitOneEntity,
  merge: mergeItems,
  recordSave: saveRecord,
  recordRecall: recallMemoryRecords,
  recordUpdate: updateRecord,
  recordList: listRecords,
  recordRead: readRecord,
  recordDelete: deleteRecord,
  recordImport: importRecordFiles,
  recordExport: exportRecordFiles,
  recordMove: moveRecordFiles,
  promptAssemble: assembleOnePrompt,
  promptReplay: replayOnePrompt,
  promptShow: showOnePrompt,
  extract: extractMemory,
  extractionLog,
  transcriptCompact: compactTranscript,
  knowledgeMap: mapDocuments,
  knowledgeReadDoc: readDocument,
  knowledgeReadSection: readDocumentSection,
  knowledgeSearchDocs: searchDocuments,
  knowledgeAsk: askKnowledge,
  knowledgeAttach: attachToTask,
  knowledgeDetach: detachFromTask,
  knowledgeImport: importKnowledge,
  knowledgeEdit: editKnowledge,
  knowledgeList: listKnowledge,
  knowledgeShow: showKnowledge,
  knowledgePublish: publishKnowledge,
  knowledgeReject: rejectKnowledge,
  knowledgeReopen: reopenKnowledge,
  knowledgeWithdraw: withdrawKnowledge,
  knowledgeDelete: deleteKnowledge,
  remoteRecall: recallRemote,
  remoteList: listRemotes,
  workspaceNote: noteInWorkspace,
  workspaceNotes: listWorkspaceNotes,
  workspaceMemory: showWorkspaceMemory,
  workspacePromote: promoteWorkspaceNotes,
  workspaceConflicts: listWorkspaceConflicts,
  workspaceResolve: resolveWorkspaceConflict,
  workspaceGate: switchGate,
  workspaceProposals: listWorkspaceProposals,
  workspaceApprove: approveProposals,
  workspaceDecline: declineProposals,
  transcriptAppend: appendToTranscript,
  transcriptSessions: listTranscripts,
  transcriptRead: readTranscript,
  transcriptSummary: summariseTranscript,
  transcriptVerify: verifyTranscripts,
  transcriptExport: exportTranscript,
  transcriptImport: takeTranscript,
  transcriptRepair: repairTranscriptFile,
  taskOpen: openOneTask,
  taskUpdate: updateOneTask,
  taskClose: closeOneTask,
  taskShow: showOneTask,
  taskList: listAllTasks,
  artifactKeep: keepOutput,
  artifactRead: readOutput,
  artifactGrep: grepOutput,
  artifactList: listOutputs,
  artifactPrune: pruneOutputs,
  forget: forgetItem,
  clear: clearMemory,
  clearRecalls: clearRecallLog,
  import: importMessages,
  export: exportArchive,
  importArchive: takeArchive,
  backup: backUp,
  stats: showStats,
  banks: listBanks,
  auditLog,
  verifyAudit,
  systemStatus: showStatus,
  vacuum: vacuumStore,
  reindex: reindexTexts,
  embed: embedTexts,
  doctor: examine,
  hygiene: lookAfter,
  junk: findJunk,
  reflect: reflectOnMemory,
  loadSample,
  removeSample,
  keyCreate: createApiKey,
  keyList: listApiKeys,
  keyRevoke: revokeApiKey,
} as const

export type Operations = typeof operations
export type OperationName = keyof Operations
