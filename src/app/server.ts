import type { FastifyInstance } from 'fastify'
import { join } from 'node:path'
import { type AccessServer, accessServer } from '#kernel/services/identity/access-server.ts'
import { requestMeter } from '#kernel/platform/access/request-meter.ts'
import { kernelRights } from '#kernel/platform/access/rights.ts'
import { preferenceRoutes } from '#kernel/platform/preference/preference.routes.ts'
import { failureRoutes } from '#kernel/services/notify/failure.routes.ts'
import { registerNotificationSubjects } from '#kernel/services/notify/notification-subjects.ts'
import { notificationRoutes } from '#kernel/services/notify/notification.routes.ts'
import { publicationRoutes } from '#kernel/services/setting-publication/publication.routes.ts'
import { settingDraftSubject } from '#kernel/services/setting-publication/second-people.ts'
import { channelsOf } from '#kernel/services/notify/notifier.ts'
import { settingRoutes } from '#kernel/services/notify/setting.routes.ts'
import { documentsOf } from '#kernel/services/notify/wording.ts'
import { viewRoutes } from '#kernel/platform/preference/view.routes.ts'
import { absenceRoutes } from '#kernel/services/absence/absence.routes.ts'
import { addressRoutes } from '#kernel/services/tasks/address.routes.ts'
import { formRoutes } from '#kernel/services/tasks/form.routes.ts'
import { readReceiptRoutes } from '#kernel/services/tasks/read-receipt.routes.ts'
import { batchRoutes } from '#kernel/services/tasks/batch.routes.ts'
import { previewRoutes } from '#kernel/engine/document/routes/preview.routes.ts'
import { verbRoutes } from '#kernel/services/tasks/verb.routes.ts'
import { taskRoutes } from '#kernel/services/tasks/task.routes.ts'
import type { Config } from '#kernel/base/config/config.ts'
import type { AreaManifest } from '#kernel/platform/access/area.ts'
import type { AreaServer } from '#kernel/services/area/area-server.ts'
import { exportOf } from '#kernel/services/area/place-files.ts'
import type { ServedList } from '#kernel/engine/read-list/serve-list.ts'
import { groupLists } from '#kernel/services/home/group-cards.ts'
import { groupRoute } from '#kernel/services/home/group.routes.ts'
import { homeRoutes } from '#kernel/services/home/home.routes.ts'
import { HOME_TEXTS } from '#kernel/services/home/home-texts.ts'
import { failureListRoutes } from '#kernel/services/monitor/failure-lists.routes.ts'
import { monitorRoutes } from '#kernel/services/monitor/monitor.routes.ts'
import { effectRoutes } from '#kernel/services/effect-delivery/effects.routes.ts'
import { reserveRoutes } from '#kernel/services/reserve-confirmation/reserve.routes.ts'
import { clientErrorRoutes } from '#kernel/platform/http/client-error.routes.ts'
import { duplicateRoutes } from '#kernel/engine/document/duplicates/alike.routes.ts'
import { pickRoutes } from '#kernel/engine/document/routes/pick.routes.ts'
import { findRoutes } from '#kernel/services/find/find.routes.ts'
import { myDocumentsRoutes } from '#kernel/engine/document/routes/my-documents.routes.ts'
import { downloadFiles, downloadRoutes } from '#kernel/services/downloads/download.routes.ts'
import { listPdfRoutes } from '#kernel/services/print/list-pdf.ts'
import { exportRoutes } from '#kernel/services/downloads/export.routes.ts'
import { kernelExports } from '#app/kernel-exports.ts'
import type { ListExport } from '#kernel/platform/exports/list-export.ts'
import { attachmentFiles } from '#kernel/services/file-service/attachment-files.ts'
import { attachmentRoutes } from '#kernel/services/file-service/attachment.routes.ts'
import { fileRoutes } from '#kernel/services/file-service/file.routes.ts'
import { openFilesStore } from '#kernel/platform/files/open-store.ts'
import { clamdScanner } from '#kernel/platform/files/clamd.ts'
import type { ImportDefinition } from '#kernel/services/imports/import-definition.ts'
import { rowFileRoutes, templateRoutes } from '#kernel/services/imports/file.routes.ts'
import { importCards } from '#kernel/services/imports/import-cards.ts'
import { importFiles } from '#kernel/services/imports/import-files.ts'
import { importRoutes } from '#kernel/services/imports/import.routes.ts'
import { partRoutes } from '#kernel/services/imports/parts.routes.ts'
import { resultRoutes } from '#kernel/services/imports/result.routes.ts'
import { uploadRoutes } from '#kernel/services/imports/upload.routes.ts'
import type { AnyDocument, ServerDocument } from '#kernel/engine/document/server-document.ts'
import type { AnyRecord } from '#kernel/engine/record/definition.ts'
import { sheetPreviewRoute } from '#kernel/services/file-service/sheet-preview.routes.ts'
import { importSubject } from '#kernel/services/imports/notify-end.ts'
import { ownAccountSubject } from '#kernel/services/notify/own-account.ts'
import { secretOf } from '#kernel/services/sync/outbound-client.ts'
import type { Route, Runtime } from '#kernel/platform/http/route.ts'
import { knowDictionaries } from '#kernel/engine/setting/dictionary.ts'
import { withParameters } from '#kernel/engine/setting/kernel-parameters.ts'
import { watchLive } from '#kernel/platform/parameter/live.ts'
import { liveRoute } from '#kernel/platform/live/live.routes.ts'
import { liveStreams, type LiveStreamsOptions } from '#kernel/platform/live/streams.ts'
import { mapSettingsRoute } from '#kernel/engine/record/routes/map-settings.routes.ts'
import { checkFollows } from '#kernel/services/following/follow.ts'
import { printRoute } from '#kernel/services/print/print.routes.ts'
import { knowRows } from '#kernel/engine/record/naming.ts'
import { withRecords } from '#kernel/services/record-service/serve-records.ts'
import { buildOf } from '#kernel/platform/http/pages.ts'
import { createServer } from '#kernel/platform/http/server.ts'
import { registerApprovalTypes } from '#kernel/engine/approval/approval-type.ts'
import { registerMenuTexts, registerTexts } from '#kernel/base/i18n/texts.ts'
import { loadApprovalTypes } from './approval-types.ts'
import { demonstrationOf } from './demo-systems/demonstration.ts'
import { furnishKernel } from './furnish-kernel.ts'
import { liveKinds } from './live-kinds.ts'
import { groupPages } from './group-pages.ts'
import { menu } from './menu.ts'
import { phonePaths } from './pages.ts'
import { listPlaces } from './places.ts'

const builtPages = join(import.meta.dirname, '../../dist/web')

/** The eight data centres and two back-end systems; any other in a path is an unknown address. */
const idcCodes = new Set(['EU', 'IN', 'ID', 'SEA', 'MEA', 'CIS', 'LATAM', 'CN'])
const pathValues = { idc: idcCodes, idcCode: idcCodes, bizSystem: new Set(['gs', 'iot']) }

/** The server sides of the areas, found by folder. */
export async function loadAreaServers(areas: readonly AreaManifest[]): Promise<AreaServer[]> {
  furnishKernel()
  registerNotificationSubjects([ownAccountSubject, settingDraftSubject, importSubject])
  registerApprovalTypes(await loadApprovalTypes())
  const servers = await Promise.all(
    areas.map(async ({ name }) => {
      const module = (await import(`../areas/${name}/${name}.server.ts`)) as { server: AreaServer }
      registerNotificationSubjects(module.server.news ?? [])
      return withRecords(await withLists(name, module.server))
    }),
  )
  checkFollows(
    servers.flatMap((area) => area.follows ?? []),
    servers.flatMap((area) => area.documents),
    servers.flatMap((area) => area.acts ?? []),
  )
  knowRows(servers.map((server, index) => ({ ...server, name: areas[index]!.name })))
  return servers
}

/** With the calls and exports of the area's lists. */
async function withLists(area: string, server: AreaServer): Promise<AreaServer> {
  const places = listPlaces.filter((place) => place.area === area)
  const lists = (await Promise.all(
    places.map((place) => exportOf(place, '.routes.ts', `${place.name}List`)),
  )) as readonly ServedList[]
  return {
    ...server,
    routes: [...server.routes, ...lists.flatMap(({ routes }) => routes)],
    exports: [...server.exports, ...lists.flatMap(({ exports }) => exports)],
    lists: lists.map((list, index) => ({ ...list, page: places[index]!.page })),
  }
}

/** Every exportable list, by name. */
export function exportsOf(serverAreas: readonly AreaServer[]): ReadonlyMap<string, ListExport> {
  const documents = serverAreas.flatMap((area) => area.documents)
  const lists = serverAreas.flatMap((area) => [...area.exports, ...(area.exportsOver?.(documents) ?? [])])
  return new Map([...kernelExports(documents), ...lists].map((list) => [list.name, list]))
}

/** Every import, by name. */
export function importsOf(serverAreas: readonly AreaServer[]): ReadonlyMap<string, ImportDefinition> {
  return new Map(serverAreas.flatMap((area) => (area.imports ?? []).map((kind) => [kind.name, kind] as const)))
}

export interface BuildOptions {
  readonly config: Config
  readonly runtime: Runtime
  readonly areas: readonly AreaManifest[]
  readonly serverAreas: readonly AreaServer[]
  /** Folder of the built web page. */
  readonly webFolder?: string
  /** Intervals of stream checks; tests use shorter ones. */
  readonly live?: Pick<LiveStreamsOptions, 'timing'>
}

export interface BuiltServer {
  readonly app: FastifyInstance
  /** Every call, for tests that visit them all. */
  readonly routes: readonly Route[]
}

/** Sign-in, and stand-ins for other systems where there are none. */
async function accessOf(config: Config, runtime: Runtime, areas: readonly AreaManifest[]): Promise<AccessServer> {
  const { clientSecret, chatShareUrl, register } = await demonstrationOf(config, runtime)
  const access = await accessServer({ config, runtime, menu, areas, clientSecret, chatShareUrl })
  return {
    routes: access.routes,
    async register(app) {
      await register(app)
      await access.register(app)
    },
  }
}

export async function buildServer(options: BuildOptions): Promise<BuiltServer> {
  const { areas, serverAreas } = options
  const config = withParameters(options.config)
  const runtime: Runtime = { ...options.runtime, secretOf: (name) => secretOf(config.sync, name) }
  registerAllTexts(areas)
  const access = await accessOf(config, runtime, areas)
  const documents = serverAreas.flatMap((area) => area.documents)
  const records = serverAreas.flatMap((area) => area.records ?? [])
  knowDictionaries(records)
  const definitions = documents.map((document) => document.definition)
  const folder = options.webFolder ?? builtPages
  const { databaseUrl } = config
  const live = liveStreams({ databaseUrl, ...runtime, version: buildOf(folder), ...options.live })
  const exports = exportsOf(serverAreas)
  const imports = importsOf(serverAreas)
  const limits = config.downloads
  const files = await openFilesStore(config)
  const scanner = config.scanner && clamdScanner(config.scanner)
  const downloads = downloadFiles({ files, exports, limits })
  const attachments = {
    files,
    scanner,
    definitions: new Map(definitions.map((definition) => [definition.name, definition])),
    records: new Map(records.map((record) => [record.name, record])),
    limits: config.attachments,
  }
  const groups = [downloads, attachmentFiles(attachments), importFiles({ files, definitions: imports })]
  const routes = [
    ...access.routes,
    ...clientErrorRoutes,
    ...preferenceRoutes,
    ...viewRoutes,
    ...notificationRoutes(documentsOf(documents)),
    ...failureRoutes,
    ...failureListRoutes,
    ...settingRoutes({ channels: channelsOf(config.notify), groupSeconds: config.notify.groupSeconds }),
    liveRoute(live, liveKinds(areas, serverAreas)),
    ...publicationRoutes,
    ...taskRoutes(documents),
    ...verbRoutes(documents),
    ...previewRoutes(documents),
    ...absenceRoutes(documents),
    ...batchRoutes(
      documents,
      serverAreas.flatMap((area) => area.accounts ?? []),
    ),
    ...addressRoutes(documents),
    ...readReceiptRoutes(documents),
    ...formRoutes(documents),
    ...effectRoutes(documents),
    ...reserveRoutes(documents, config.financeReserve?.secret ?? null),
    ...monitorRoutes(documents),
    ...pagesOverAreas(documents, records, serverAreas),
    ...routesOverDocuments(definitions, serverAreas),
    ...serverAreas.flatMap((area) => [...area.routes, ...(area.routesOver?.(documents) ?? [])]),
    ...documents.map(printRoute),
    mapSettingsRoute(config.mapTiles),
    ...exportRoutes([...exports.values()], { limits, files: downloads }),
    ...listPdfRoutes([...exports.values()]),
    ...downloadRoutes(importCards({ definitions: imports })),
    ...uploadRoutes({ files, scanner, limits: config.imports }, [...imports.values()]),
    ...templateRoutes([...imports.values()]),
    ...importRoutes({ definitions: imports }),
    ...partRoutes({ definitions: imports }),
    ...resultRoutes({ definitions: imports }),
    ...rowFileRoutes({ definitions: imports, pool: runtime.pool }),
    ...attachmentRoutes({ ...attachments, groups }),
    ...fileRoutes(groups),
    sheetPreviewRoute(groups),
  ]
  const app = await createServer({
    runtime,
    scanner,
    routes,
    rights: new Set([...Object.keys(kernelRights), ...areas.flatMap((area) => Object.keys(area.rights))]),
    pathValues,
    pages: { folder, phonePaths },
    publicUrl: config.publicUrl,
    pictureOrigin: config.mapTiles && new URL(config.mapTiles.url).origin,
    trustProxy: config.trustProxy,
    logLevel: config.logLevel,
    meter: requestMeter(runtime.pool, runtime.now),
    limits: () => ({ address: config.limits.requestsPerMinute, person: config.limits.requestsPerPerson }),
    raw: async (scope) => access.register(scope),
  })
  // Streams never end by themselves: they are ended before the server waits for running requests.
  app.addHook('preClose', async () => live.endAll())
  app.addHook('onClose', () => live.close())
  watchSettings(app, runtime)
  return { app, routes }
}

/** The home page and the pages of groups of the menu. */
function pagesOverAreas(
  documents: readonly ServerDocument[],
  records: readonly AnyRecord[],
  serverAreas: readonly AreaServer[],
): Route[] {
  const cards = serverAreas.flatMap((area) => area.home ?? [])
  const lists = groupLists({ documents, records, lists: serverAreas.flatMap((area) => area.lists ?? []) })
  return [...homeRoutes(documents, cards), groupRoute(groupPages, { documents, lists })]
}

/** Calls about documents of all types, and the box that finds them and everything else. */
function routesOverDocuments(definitions: readonly AnyDocument[], serverAreas: readonly AreaServer[]): Route[] {
  const sources = serverAreas.flatMap((area) => area.find ?? [])
  return [
    ...findRoutes(definitions, sources),
    ...pickRoutes(definitions),
    ...duplicateRoutes(definitions),
    ...myDocumentsRoutes(definitions),
  ]
}

function registerAllTexts(areas: readonly AreaManifest[]): void {
  for (const area of areas) registerTexts(area.name, area.texts, area.rights)
  registerTexts('home', HOME_TEXTS)
  registerMenuTexts([...menu, ...areas.flatMap((area) => area.menu)])
}

/** Published settings are loaded before the first call, and then kept up to date. */
function watchSettings(app: FastifyInstance, { pool }: Runtime): void {
  let settings: Awaited<ReturnType<typeof watchLive>> | undefined
  app.addHook('onReady', async () => {
    settings = await watchLive(pool)
  })
  app.addHook('onClose', () => settings?.close())
}
