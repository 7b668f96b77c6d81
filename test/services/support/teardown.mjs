export default async function stopServices() {
  await Promise.all((globalThis.fleetServices ?? []).map((service) => service.stop()));
}
