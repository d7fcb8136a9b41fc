//! The HTTP interface (`docs/design/api.md`): the table of routes, and what stands around each of them.

mod access;
mod body;
mod error;
mod etag;
mod executors;
mod extract;
mod form;
mod login;
mod messages;
mod openapi;
mod operations;
mod reachability;
mod response;
mod session_error;
mod session_form;
mod sessions;
mod socket;
mod sockets;
mod ssh;
mod state;
mod trust_form;

use axum::Router;
use axum::middleware::{from_fn, from_fn_with_state};
use tower_http::catch_panic::CatchPanicLayer;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub use extract::Peer;
pub use response::Deadlines;
pub use sockets::{SocketLimits, Sockets};
pub use state::{ApiState, Parts};

use openapi::Document;

/// Every route, by what stands around it.
struct Table {
    /// For whoever comes.
    open: Router<ApiState>,
    /// For those who hold the token.
    guarded: Router<ApiState>,
    /// The same, with the longer deadline of what waits for a session's host.
    patient: Router<ApiState>,
    /// The same, and answered when the work is done, not by a deadline.
    unhurried: Router<ApiState>,
    document: Document,
}

fn table() -> Table {
    let open = OpenApiRouter::new()
        .routes(routes!(operations::healthz))
        .routes(routes!(operations::readyz))
        .routes(routes!(login::login));
    // The socket admits by header or by ticket, and so checks for itself.
    let open = open.routes(routes!(socket::open));
    let guarded = OpenApiRouter::new()
        .routes(routes!(executors::list, executors::create))
        .routes(routes!(executors::get, executors::patch, executors::delete))
        .routes(routes!(reachability::list))
        .routes(routes!(reachability::get))
        .routes(routes!(ssh::resolve))
        .routes(routes!(ssh::trust))
        .routes(routes!(ssh::import))
        .routes(routes!(sessions::list))
        .routes(routes!(sessions::get))
        .routes(routes!(sessions::status))
        .routes(routes!(login::ticket))
        .routes(routes!(operations::config))
        .routes(routes!(operations::metrics))
        .routes(routes!(operations::variables))
        .routes(routes!(openapi::openapi));
    // They dial, and wait for whatever else goes on with the session.
    let patient = OpenApiRouter::new()
        .routes(routes!(sessions::create))
        .routes(routes!(sessions::delete))
        .routes(routes!(sessions::logs))
        .routes(routes!(sessions::stop))
        .routes(routes!(sessions::resume))
        .routes(routes!(sessions::reset));
    // A probe waits in line for a slot, however long the line is, and then has a deadline of its
    // own; a connection test counts its own thirty seconds.
    let unhurried = OpenApiRouter::new()
        .routes(routes!(reachability::probe))
        .routes(routes!(ssh::test));
    let (open, open_paths) = open.split_for_parts();
    let (guarded, mut guarded_paths) = guarded.split_for_parts();
    let (patient, patient_paths) = patient.split_for_parts();
    let (unhurried, unhurried_paths) = unhurried.split_for_parts();
    guarded_paths.merge(patient_paths);
    guarded_paths.merge(unhurried_paths);
    Table {
        open,
        guarded,
        patient,
        unhurried,
        document: Document::of(open_paths, guarded_paths),
    }
}

/// The whole interface; `pages` answers what is no route.
pub fn router(parts: Parts, pages: Router) -> Router {
    let table = table();
    let deadlines = parts.deadlines;
    let within = |deadline| from_fn_with_state(deadline, response::within);
    let state = ApiState::new(parts, table.document);
    let token_holders = from_fn_with_state(state.clone(), access::token_holders_only);
    let patient = table.patient.route_layer(token_holders.clone());
    let unhurried = table.unhurried.route_layer(token_holders.clone());
    Router::new()
        .merge(table.open)
        .merge(table.guarded.route_layer(token_holders))
        .fallback_service(error::not_found_under_api(pages))
        .layer(within(deadlines.common))
        .merge(patient.layer(within(deadlines.host)))
        .merge(unhurried)
        .method_not_allowed_fallback(error::method_not_allowed)
        .with_state(state.clone())
        .layer(from_fn_with_state(state, access::own_names_only))
        .layer(CatchPanicLayer::custom(error::panicked))
        .layer(from_fn(response::with_security_headers))
        .layer(from_fn(response::logged))
}
