/**
 * What may import what. `npm run check` reads it; each comment says what to do instead. The README of each source folder
 * describes the rooms in words.
 */

/** A room may import those earlier in the list, never those later. */
function layers(top, rooms, advice) {
  return rooms.slice(0, -1).map((room, index) => ({
    name: `${top}-${room}-imports-only-earlier-rooms`,
    severity: 'error',
    comment: advice,
    from: { path: `^${top}/${room}/` },
    to: { path: `^${top}/(${rooms.slice(index + 1).join('|')})/` },
  }));
}

export const mainRooms = ['infra', 'media', 'library', 'service-client', 'paid-requests', 'features', 'app', 'hosts'];
export const windowRooms = ['lib', 'audio', 'ui', 'core', 'features', 'app'];

export default {
  forbidden: [
    {
      name: 'no-circles',
      severity: 'error',
      comment: 'Two files that import each other are one file in two halves. Move what both need into a third, or pass it as a parameter.',
      from: {},
      to: { circular: true },
    },
    ...layers('src-main', mainRooms, 'Pass it as a parameter, or move what both need to an earlier room.'),
    ...layers(
      'src-renderer',
      windowRooms,
      'Pass it as a parameter, or move what both need to an earlier room: state to core/, stateless parts to ui/, pure helpers to lib/.',
    ),
    {
      name: 'stores-are-given-what-they-use',
      severity: 'error',
      comment: 'A store takes the client and other stores as parameters, so that a test makes one with fakes. Import their types only.',
      from: { path: '^src-renderer/.+-stores?[.]ts$' },
      to: { path: '^src-renderer/(core|features/[^/]+)/stores[.]ts$', reachable: true },
    },
    {
      name: 'panels-are-apart',
      severity: 'error',
      comment: 'A panel never imports another. Move what both need to core/ (with state), ui/ (without) or lib/ (pure).',
      from: { path: '^src-renderer/features/([^/]+)/' },
      to: { path: '^src-renderer/features/', pathNot: '^src-renderer/features/$1/' },
    },
    {
      name: 'local-service-is-apart',
      severity: 'error',
      comment:
        'The local service shares src-shared/wire with its clients and nothing else of ours, so that neither hides the other’s mistakes.',
      from: { path: '^src-main/local-service/' },
      to: { path: '^src-', pathNot: '^src-(main/local-service|shared/wire)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|test|node_modules)/|\\.css$|\\.svg$' },
    // Types count: a circle of types is as hard to read as one of values.
    tsPreCompilationDeps: true,
    detectJSDocImports: false,
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'] },
    externalModuleResolutionStrategy: 'node_modules',
  },
};
