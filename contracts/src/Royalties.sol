// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Roles} from "./Roles.sol";

/// @title Where royalties go.
/// @notice Members have custodial accounts, which could not spend a royalty. So royalties go to the platform's collector,
/// which credits the creator, until the creator names an outside address. From then on only that address can change it:
/// no key of the platform, stolen or not, can redirect the royalties of a creator who has left custody.
abstract contract Royalties is Roles {
    /// @notice A payout address must not be zero.
    error InvalidPayout();

    /// @notice The royalties of a creator go to this address from now on.
    event CreatorPayoutChanged(uint256 indexed creatorId, address payout);
    /// @notice The royalties of all creators without an address of their own go here from now on.
    event RoyaltyCollectorChanged(address collector);

    /// @notice The address a creator's royalties go to; zero means the collector.
    mapping(uint256 creatorId => address payout) public creatorPayout;
    /// @notice The platform's address for the royalties of creators who have named none.
    address public royaltyCollector;

    constructor(address collector) {
        _setRoyaltyCollector(collector);
    }

    /// @notice Names where the royalties of a creator go. While they go to the collector: a minter (for the creator) or
    /// the collector. Afterwards: only the address they go to.
    /// @param creatorId The creator's number on the platform.
    /// @param payout The new address, not zero.
    function setCreatorPayout(uint256 creatorId, address payout) external {
        address current = creatorPayout[creatorId];
        address collector = royaltyCollector;
        bool isCollected = current == address(0) || current == collector;
        bool isAllowed = isCollected ? msg.sender == collector || _hasAnyRole(MINTER) : msg.sender == current;
        if (!isAllowed) revert NotAuthorized();
        if (payout == address(0)) revert InvalidPayout();
        _setCreatorPayout(creatorId, payout);
    }

    /// @notice Sets the platform's address for royalties. Zero reports none for creators without an address. Only the owner.
    function setRoyaltyCollector(address collector) external onlyOwner {
        _setRoyaltyCollector(collector);
    }

    /// @dev Registers a creator's address with a mint. Does nothing for a creator who has one: two mints of one creator
    /// may be in one batch, and a mint must not undo what the creator has chosen since.
    function _registerCreator(uint256 creatorId, address payout) internal {
        if (creatorPayout[creatorId] == address(0)) _setCreatorPayout(creatorId, payout);
    }

    function _royaltyReceiver(uint256 creatorId) internal view returns (address) {
        address payout = creatorPayout[creatorId];
        return payout == address(0) ? royaltyCollector : payout;
    }

    function _setCreatorPayout(uint256 creatorId, address payout) private {
        creatorPayout[creatorId] = payout;
        emit CreatorPayoutChanged(creatorId, payout);
    }

    function _setRoyaltyCollector(address collector) private {
        royaltyCollector = collector;
        emit RoyaltyCollectorChanged(collector);
    }
}
